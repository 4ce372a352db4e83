import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Operation } from './core/operation.ts'
import { PERMISSIONS } from './core/permissions.ts'
import { OPERATIONS } from './registry.ts'

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: unknown
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly maxLength?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

const jsonOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

function walk(schema: JsonSchema, at = ''): [string, JsonSchema][] {
  return [
    [at, schema],
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      walk(property, `${at}.${name}`),
    ),
    ...(schema.items ? walk(schema.items, `${at}[]`) : []),
    ...(schema.anyOf ?? schema.oneOf ?? []).flatMap((each) => walk(each, at)),
  ]
}

const operations: readonly Operation[] = OPERATIONS
type Input = z.ZodObject | z.ZodArray<z.ZodObject>
const inputs = (operation: Operation): [string, Input][] =>
  (['params', 'query', 'body'] as const).flatMap((place) =>
    operation[place] ? [[place, operation[place]] as [string, Input]] : [],
  )
const fieldsOf = (schema: Input | undefined): Readonly<Record<string, unknown>> =>
  schema instanceof z.ZodArray ? schema.element.shape : (schema?.shape ?? {})

describe('the registry', () => {
  it('has no two operations of one name, nor two that one request could mean', () => {
    const distinct = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length)
    distinct(operations.map(({ name }) => name))
    distinct(operations.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`))
  })

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s keeps the rules of the wire',
    (name, operation) => {
      expect(name).toMatch(/^[a-z]+\.[a-zA-Z]+$/)
      expect(operation.path).toMatch(/^(\/(:?[A-Za-z]+))+$/)
      expect(operation.summary).toMatch(/^\S.*\.$/s)

      const named = [...operation.path.matchAll(/:(\w+)/g)]
        .map(([, parameter]) => parameter ?? '')
        .sort()
      expect(Object.keys(operation.params?.shape ?? {}).sort()).toEqual(named)

      if (operation.credential === 'session')
        expect(Object.keys(PERMISSIONS)).toContain(operation.permission)
      if (operation.method === 'GET' || operation.multipart === true)
        expect(operation.body).toBeUndefined()
      if (operation.answer.kind === 'json' && operation.answer.paged)
        expect(Object.keys({ ...fieldsOf(operation.query), ...fieldsOf(operation.body) })).toEqual(
          expect.arrayContaining(['cursor', 'limit']),
        )
    },
  )

  it.each(
    operations.flatMap((operation) =>
      inputs(operation).map(
        ([place, schema]) => [`${place} of ${operation.name}`, place, schema] as const,
      ),
    ),
  )('the %s are strict and bounded', (title, place, schema) => {
    const isCallback = title === 'query of signon.callback'
    for (const [at, part] of walk(jsonOf(schema))) {
      // Clients ignore parameters that a provider adds (RFC 6749, section 4.1.2).
      const isOfProvider = isCallback && at === ''
      if (part.type === 'object' && !isOfProvider)
        expect({ at, additional: part.additionalProperties }).toEqual({ at, additional: false })
      if (part.type === 'array')
        expect({ at, maxItems: part.maxItems }).toEqual({ at, maxItems: expect.any(Number) })
      if (part.type === 'string') {
        const bounded =
          part.maxLength !== undefined ||
          part.pattern !== undefined ||
          part.enum !== undefined ||
          part.const !== undefined
        expect({ at, bounded }).toEqual({ at, bounded: true })
      }
      expect({
        at,
        type: part.type ?? part.enum ?? part.const ?? part.anyOf ?? part.oneOf,
      }).not.toEqual({ at, type: undefined })
      // The author's browser assigns these ids.
      const isPlaced = /^\.(boxes|annotations)\[\]\.id$/.test(at)
      const isRandom = part.format === 'uuid'
      if (
        place === 'body' &&
        /\.(id|[a-z]+Id)$/i.test(at) &&
        part.anyOf === undefined &&
        part.type !== 'null' &&
        !isPlaced &&
        !isRandom
      )
        expect({ at, type: part.type }).toEqual({
          at,
          type: expect.stringMatching(/^(integer|number)$/),
        })
    }
    expect(schema.safeParse({ __proto__: null, surprise: 1 }).success).toBe(false)
  })

  it('lets no secret stand in a query, and only the PIN of the specification in a path', () => {
    for (const operation of operations) {
      const secret = /pin|code|token|jwt|password|secret|email/i
      expect(Object.keys(operation.query?.shape ?? {}).filter((name) => secret.test(name))).toEqual(
        [],
      )
      const inPath = Object.keys(operation.params?.shape ?? {}).filter((name) => secret.test(name))
      expect({ name: operation.name, inPath }).toEqual({
        name: operation.name,
        inPath:
          operation.name === 'session.joinByPath'
            ? ['pin']
            : inPath.filter((name) => name === 'email'),
      })
    }
  })

  it('compares every field that repeats the room with the session', () => {
    for (const operation of operations) {
      if (operation.credential !== 'session') continue
      for (const [place, schema] of inputs(operation)) {
        const compared =
          (
            operation.identity as
              | Readonly<Record<string, Readonly<Record<string, string>>>>
              | undefined
          )?.[place] ?? {}
        const fields = fieldsOf(schema)
        for (const field of Object.keys(compared)) expect(Object.keys(fields)).toContain(field)
        if ('roomId' in fields)
          expect({ name: operation.name, roomId: compared['roomId'] }).toEqual({
            name: operation.name,
            roomId: 'room',
          })
        if ('userId' in fields)
          expect({ name: operation.name, userId: compared['userId'] }).toEqual({
            name: operation.name,
            userId: 'user',
          })
      }
    }
  })
})
