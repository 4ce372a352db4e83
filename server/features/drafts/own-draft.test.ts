import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJob } from '../../test/harness/run-job.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../test/harness/wire-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type OwnDraftKind = 'message' | 'invitation'
const read = (client: WireClient, kind: OwnDraftKind = 'message') =>
  client.call('GET', `/room/api/draft/${kind}`)
const keep = (client: WireClient, text: string, kind: OwnDraftKind = 'message') =>
  client.call('PUT', `/room/api/draft/${kind}`, { body: { text } })
const drop = (client: WireClient, kind: OwnDraftKind = 'message') =>
  client.call('DELETE', `/room/api/draft/${kind}`)
const textOf = ({ json }: WireAnswer): string | undefined =>
  (json.payload as { text: string } | null)?.text

describe('a draft', () => {
  it('is kept for its writer alone, over sessions, and forgotten when it is dropped', async () => {
    const room = await app.room()
    const { client, pin } = await app.participant(room)
    const { client: other } = await app.participant(room)
    expect((await read(client)).json).toEqual({ status: 'OK', payload: null })
    await keep(client, '첫 글')
    expect((await keep(client, '둘째 글')).json).toEqual({ status: 'OK', payload: null })
    await client.logout()
    const later = app.stranger()
    await later.join(pin)
    await later.agree()
    expect(textOf(await read(later))).toBe('둘째 글')
    for (const stranger of [other, room.operator])
      expect((await read(stranger)).json.payload).toBeNull()
    await drop(other)
    expect(textOf(await read(later))).toBe('둘째 글')
    await drop(later)
    expect((await read(later)).json.payload).toBeNull()
    expect((await keep(later, '가'.repeat(60_001))).http).toBe(400)
    expect((await later.call('GET', '/room/api/draft/other')).http).toBe(400)
  })

  it('of an invitation is there in the operator area alone', async () => {
    const room = await app.room()
    const { client } = await app.participant(room)
    expect((await keep(room.operator, '박초대 park@example.com', 'invitation')).http).toBe(200)
    expect(textOf(await read(room.operator, 'invitation'))).toBe('박초대 park@example.com')
    expect((await read(room.operator)).json.payload).toBeNull()
    const lowered = app.stranger()
    await lowered.join(room.pin)
    await lowered.agree()
    for (const ask of [
      read(lowered, 'invitation'),
      keep(lowered, 'x', 'invitation'),
      drop(lowered, 'invitation'),
    ])
      expect((await ask).json.code).toBe('NOT_RAISED')
    for (const ask of [
      read(client, 'invitation'),
      keep(client, 'x', 'invitation'),
      drop(client, 'invitation'),
    ])
      expect((await ask).json.code).toBe('NOT_OPERATOR')
    expect(textOf(await read(room.operator, 'invitation'))).toBe('박초대 park@example.com')
  })

  it('is kept 600 times in ten minutes, of both kinds together; the last one stays', async () => {
    const room = await app.room()
    await keep(room.operator, '첫 글')
    const spent = await app.database.pool.query(
      `update throttles set attempts = 599 where kind = 'draft' and subject = $1 and attempts = 1 returning 1`,
      [String(room.operator.me.id)],
    )
    expect(spent.rowCount).toBe(1)
    expect((await keep(room.operator, 'x', 'invitation')).http).toBe(200)
    for (const kind of ['message', 'invitation'] as const)
      expect(await keep(room.operator, '너무 많은 글', kind)).toMatchObject({
        http: 429,
        json: { code: 'TOO_MANY' },
      })
    expect(textOf(await read(room.operator))).toBe('첫 글')
    const { client } = await app.participant(room)
    expect((await keep(client, '남의 글')).http).toBe(200)
    expect((await drop(room.operator)).http).toBe(200)
    app.clock.advance(600_000)
    expect((await keep(room.operator, '다시')).http).toBe(200)
  })

  it('is unreadable in the database, and gone a week after it was changed last', async () => {
    const room = await app.room()
    const secret = '아무도 모르는 초안'
    await keep(room.operator, secret)
    const rows = async () =>
      (await app.database.pool.query('select sealed from drafts where room_id = $1', [room.roomId]))
        .rows
    const [row] = await rows()
    expect((row.sealed as Buffer).includes(Buffer.from(secret))).toBe(false)
    app.clock.advance(7 * 86_400_000 - 1_000)
    await runJob(app, 'drafts.tidy')
    expect(await rows()).toHaveLength(1)
    app.clock.advance(2_000)
    await runJob(app, 'drafts.tidy')
    expect(await rows()).toEqual([])
  })
})
