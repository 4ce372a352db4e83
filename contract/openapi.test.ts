import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { BASE_PATH } from './core/base-path.ts'
import { openApiDocument } from './openapi.ts'
import { OPERATIONS } from './registry.ts'

type Described = {
  operationId: string
  security: unknown[]
  parameters: { name: string; in: string; required: boolean }[]
  responses: object
  requestBody?: unknown
}

const document = openApiDocument() as {
  openapi: string
  paths: Record<string, Record<string, Described>>
  components: object
}

describe('the OpenAPI document', () => {
  it('describes each operation of the registry once, and nothing else', () => {
    const described = Object.entries(document.paths).flatMap(([at, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method} ${at} ${operationId}`),
    )
    const registered = OPERATIONS.map(
      ({ method, path: at, name }) =>
        `${method.toLowerCase()} ${BASE_PATH}${at.replace(/:(\w+)/g, '{$1}')} ${name}`,
    )
    expect(described.sort()).toEqual(registered.sort())
  })

  it('asks for a bearer exactly where the call does, and names every parameter of a path', () => {
    for (const operation of OPERATIONS) {
      const at = `${BASE_PATH}${operation.path.replace(/:(\w+)/g, '{$1}')}`
      const described = document.paths[at]?.[operation.method.toLowerCase()]
      const { credential } = operation
      const scheme = {
        session: 'bearer',
        apiKey: 'apiKey',
        administrator: 'administrator',
        none: undefined,
        signer: undefined,
      }[credential]
      expect(described?.security).toEqual(scheme ? [{ [scheme]: [] }] : [])
      const inPath = described?.parameters.filter((parameter) => parameter.in === 'path') ?? []
      expect(inPath.map(({ name }) => `{${name}}`).sort()).toEqual(
        [...at.matchAll(/\{\w+\}/g)].map(([name]) => name).sort(),
      )
      expect(inPath.every(({ required }) => required)).toBe(true)
      const hasBody = 'body' in operation || 'multipart' in operation || 'bytes' in operation
      expect(described?.requestBody !== undefined).toBe(hasBody)
    }
  })

  it('is complete in itself: every reference leads somewhere', () => {
    const text = JSON.stringify(document)
    for (const [, reference = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce<unknown>(
          (node, step) => (node as Record<string, unknown> | undefined)?.[step],
          document,
        )
      expect({ reference, target: typeof target }).toEqual({ reference, target: 'object' })
    }
    expect(reference(text)).toBeGreaterThan(0)
  })

  it('is the one that lies in the repository', () => {
    const stored = JSON.parse(
      fs.readFileSync(path.join(import.meta.dirname, 'openapi.json'), 'utf8'),
    )
    expect(JSON.parse(JSON.stringify(document))).toEqual(stored)
  })
})

const reference = (text: string): number => text.match(/"\$ref"/g)?.length ?? 0
