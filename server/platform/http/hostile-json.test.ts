import type { FastifyInstance, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { operation } from '../../../contract/core/operation.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { MULTIPART, multipartBody } from '../../test/harness/multipart.ts'
import { createApp } from './app.ts'
import { ok } from './envelope.ts'
import { mountAll } from './mount.ts'
import { readSmall } from './multipart.ts'
import { parseJson } from './parse-json.ts'

const any = z.strictObject({ value: z.unknown() })
const common = {
  method: 'POST',
  summary: 'Takes JSON.',
  credential: 'none',
  delivers: 'none',
  body: any,
} as const
const answer = { kind: 'json', payload: z.object({ done: z.boolean() }) } as const
const small = operation({ ...common, name: 'session.join', path: '/small', answer })
const large = operation({
  ...common,
  name: 'session.findPin',
  path: '/large',
  bodyBytes: 1_000_000,
  answer,
})
const { body: _, ...bare } = common
const form = operation({ ...bare, name: 'session.logout', path: '/form', multipart: true, answer })

describe('a body of JSON', () => {
  let app: FastifyInstance
  let base: string
  const handled = vi.fn()
  beforeAll(async () => {
    app = await createApp({
      log: memoryLog(),
      trustProxy: [],
      publicUrl: 'http://room.test',
      drainWithinMs: 500,
    })
    const take = async ({ body }: { body: unknown }) => {
      handled(body)
      return ok({ done: true })
    }
    mountAll(
      app,
      [small, large, form],
      {
        'session.join': take,
        'session.findPin': take,
        'session.logout': async ({ request }: { request: FastifyRequest }) => {
          for await (const part of request.parts())
            handled(
              parseJson(
                part.type === 'file'
                  ? await readSmall(part, 1_000_000)
                  : Buffer.from(String(part.value)),
              ),
            )
          return ok({ done: true })
        },
      },
      {
        admit: async () => undefined,
        identityOf: () => ({ room: 1, member: 1, user: 1 }),
        watch: () => ({ signal: AbortSignal.any([]), release: () => {} }),
      },
    )
    base = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  async function send(path: string, body: Uint8Array | string, type = 'application/json') {
    handled.mockClear()
    const headers = { 'content-type': type, 'accept-language': 'en' }
    const response = await fetch(`${base}/api${path}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(Buffer.from(body as string)),
    })
    return { http: response.status, json: await response.json(), calls: handled.mock.calls.length }
  }
  const inForm = (content: string, type?: string) =>
    send('/form', multipartBody([{ name: 'data', content, ...(type ? { type } : {}) }]), MULTIPART)

  const deep = (levels: number): string =>
    `{"value":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  const many = (count: number): string =>
    `{"value":[${Array.from({ length: count - 2 }, () => '1').join(',')}]}`
  const long = (bytes: number): string => `{"value":"${'a'.repeat(bytes - 12)}"}`

  const HOSTILE: readonly [string, string, number, string, RegExp][] = [
    ['nests 21 levels deep', deep(21), 400, 'JSON_DEPTH', /20 levels/],
    ['nests beyond all measure', `{"value":${'['.repeat(200_000)}`, 400, 'JSON_DEPTH', /20 levels/],
    ['nests objects', '{"value":'.repeat(20_000), 400, 'JSON_DEPTH', /20 levels/],
    ['has a key twice', '{"value":1,"value":2}', 400, 'JSON_DUPLICATE_KEY', /same key twice/],
    [
      'has a key twice, once escaped',
      '{"value":1,"v\\u0061lue":2}',
      400,
      'JSON_DUPLICATE_KEY',
      /same key twice/,
    ],
    [
      'has a key twice below',
      '{"value":[{"a":{"b":1,"b":2}}]}',
      400,
      'JSON_DUPLICATE_KEY',
      /same key twice/,
    ],
    ['has 20,001 values', many(20_001), 413, 'JSON_VALUES', /20000/],
    ['has a key that is no text', '{"\\ud8zz":1}', 400, 'BAD_REQUEST', /malformed/],
    ['is none', '{"value":', 400, 'BAD_REQUEST', /malformed/],
  ]

  it.each(HOSTILE)(
    'that %s is refused before anything is parsed or handled, also in a part of a form',
    async (_, text, http, code, words) => {
      const answers = [await send('/small', text), await send('/large', text), await inForm(text)]
      answers.push(
        await inForm(text, 'application/json'),
        await inForm(text, 'application/json; charset=utf-8'),
      )
      for (const each of answers) {
        expect(each).toMatchObject({
          http,
          json: { status: 'EXCEPTION', code, payload: expect.stringMatching(words) },
          calls: 0,
        })
      }
    },
  )

  it('has up to 256 kB, or 1 MB where its call allows it, and the refusal names the limit', async () => {
    expect(await send('/small', long(256_000))).toMatchObject({ http: 200, calls: 1 })
    expect(await send('/small', long(256_001))).toMatchObject({
      http: 413,
      json: {
        status: 'EXCEPTION',
        code: 'BODY_TOO_LARGE',
        payload: expect.stringContaining('256.00 KB'),
      },
      calls: 0,
    })
    expect(await send('/large', long(1_000_000))).toMatchObject({ http: 200, calls: 1 })
    expect(await send('/large', long(1_000_001))).toMatchObject({
      http: 413,
      json: { code: 'BODY_TOO_LARGE' },
      calls: 0,
    })
  })

  it('passes as it is where it nests 20 levels, has 20,000 values, and the same keys in different objects', async () => {
    for (const text of [
      deep(20),
      many(20_000),
      '{"value":{"value":[{"a":1},{"a":"\\",\\"a\\":2"}]}}',
    ]) {
      expect(await send('/large', text)).toMatchObject({ http: 200, calls: 1 })
      expect(handled).toHaveBeenCalledWith(JSON.parse(text))
      expect(await inForm(text, 'application/json')).toMatchObject({ http: 200, calls: 1 })
      expect(handled).toHaveBeenCalledWith(JSON.parse(text))
    }
  })
})
