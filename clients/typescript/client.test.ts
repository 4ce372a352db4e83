import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../server/test/harness/test-app.ts'
import { programClient } from '../../server/test/programs/program-client.ts'
import { type Call, SealroomError, sealroom } from './src/index.ts'

let app: TestApp
let key: string
let call: Call
beforeAll(async () => {
  app = await startTestApp()
  key = (await programClient(app)).key
  call = sealroom({ url: app.base, key, language: 'en' })
})
afterAll(() => app.close())

const ROOM = { name: 'Project Han', operator: { name: 'Kim Minji', email: 'kim@example.com' } }

const refusalOf = async (asked: Promise<unknown>): Promise<SealroomError> => {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof SealroomError)) throw error ?? new Error('not refused')
  return error
}

describe('the client', () => {
  it('makes a room once under a key of the call, and changes it by its number', async () => {
    const make = () => call('POST /rooms', { body: ROOM, idempotencyKey: 'order-1' })
    const { payload: made } = await make()
    expect((await make()).payload).toEqual(made)
    await call('POST /rooms/{id}/rename', {
      params: { id: made.roomId },
      body: { name: 'Project Han II' },
    })
    expect((await call('GET /rooms/{id}/rename', { params: { id: made.roomId } })).payload).toEqual(
      { name: 'Project Han II' },
    )
    expect(
      (await app.database.pool.query('select from members where email = $1', [ROOM.operator.email]))
        .rowCount,
    ).toBe(1)
  })

  it('reads a list in pages until there is no more', async () => {
    const made = []
    for (const nth of [1, 2, 3])
      made.push(
        await call('POST /rooms', {
          body: { ...ROOM, operator: { ...ROOM.operator, email: `kim${nth}@example.com` } },
        }),
      )
    const found: number[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await call('GET /rooms', { query: { cursor, limit: 2 } })
      found.push(...page.payload.map(({ roomId }) => roomId))
      cursor = page.nextCursor
      pages += 1
    } while (cursor)
    expect(pages).toBeGreaterThan(1)
    expect(new Set(found).size).toBe(found.length)
    expect(found).toEqual(expect.arrayContaining(made.map(({ payload }) => payload.roomId)))
  })

  it.each(['en', 'ko'] as const)(
    'throws a refusal with its code and a message in the language asked for: %s',
    async (language) => {
      const asked = sealroom({ url: app.base, key, language })
      const error = await refusalOf(
        asked('POST /rooms/{id}/rename', { params: { id: 999_999 }, body: { name: '이름' } }),
      )
      expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND', retryAfter: undefined })
      expect(/[가-힣]/.test(error.message)).toBe(language === 'ko')
      expect(error.message).not.toContain(key)
    },
  )

  it('says what is wrong with a key, and after how many seconds too many calls may be repeated', async () => {
    const wrong = sealroom({
      url: app.base,
      key: `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    })
    expect(await refusalOf(wrong('GET /rooms'))).toMatchObject({ status: 401, code: 'API_KEY' })
    const limited = await programClient(app)
    const rename = sealroom({ url: app.base, key: limited.key })
    const { payload } = await call('POST /rooms', {
      body: { ...ROOM, operator: { ...ROOM.operator, email: 'limit@example.com' } },
    })
    await app.database.pool.query(
      `insert into throttles (kind, subject, window_started_at, attempts) values ('program', $1, $2, 600)`,
      [String(limited.keyId), app.clock.now()],
    )
    const error = await refusalOf(
      rename('POST /rooms/{id}/rename', { params: { id: payload.roomId }, body: { name: '이름' } }),
    )
    expect(error).toMatchObject({ status: 429, code: 'TOO_MANY' })
    expect(error.retryAfter).toBeGreaterThan(0)
  })

  it('does not take its key to where a redirect leads, and names an answer that is not from an installation', async () => {
    const received: (string | undefined)[] = []
    const other = createServer((request, response) => {
      received.push(request.headers.authorization)
      response.end('<html>maintenance</html>')
    })
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const port = (server: typeof other) => (server.address() as AddressInfo).port
    const redirecting = createServer((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${port(other)}/` }).end(),
    )
    await once(redirecting.listen(0, '127.0.0.1'), 'listening')
    try {
      await expect(
        sealroom({ url: `http://127.0.0.1:${port(redirecting)}`, key })('GET /rooms'),
      ).rejects.toThrow(TypeError)
      expect(received).toEqual([])
      const error = await refusalOf(
        sealroom({ url: `http://127.0.0.1:${port(other)}`, key: 'srk_none' })('GET /rooms'),
      )
      expect(error).toMatchObject({ status: 200, code: 'NO_ANSWER' })
    } finally {
      other.close()
      redirecting.close()
    }
  })

  it('ends a call by a signal', async () => {
    const signal = AbortSignal.abort()
    await expect(call('GET /rooms', { signal })).rejects.toThrow('aborted')
  })
})
