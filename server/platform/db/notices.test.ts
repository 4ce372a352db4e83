import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { toClientConfig } from './connection-options.ts'
import { notify } from './notices.ts'

describe('notices to other servers', () => {
  let app: TestApp
  let room: TestRoom
  let ear: Client
  const heard: string[] = []
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    ear = new Client(toClientConfig(app.connection))
    await ear.connect()
    ear.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
    await ear.query('listen sealroom')
    await ear.query('listen "jobs:insert"')
  })
  afterAll(async () => {
    await ear?.end()
    await app?.close()
  })

  let ends = 0
  /** PostgreSQL keeps commit order. */
  async function heardSince(start: number): Promise<string[]> {
    ends += 1
    await app.database.pool.query(`select pg_notify('sealroom', '{"end":${ends}}')`)
    await expect.poll(() => heard.at(-1)).toBe(`sealroom {"end":${ends}}`)
    return heard.slice(start, -1)
  }

  it('are none, and no jobs either, for what a reader opens, reads and reports', async () => {
    const id = await room.operator.put('a.pdf', makePdf(3))
    await expect.poll(async () => (await room.operator.openDocument(id)).status).toBe('READY')
    const { client } = await app.participant(room)
    await app.stopJobs()
    await heardSince(heard.length)
    const start = heard.length
    const entries = async () =>
      (
        await app.database.pool.query('select 1 from activity_entries where room_id = $1', [
          room.roomId,
        ])
      ).rowCount ?? 0
    const before = await entries()
    const lease = await client.openDocument(id)
    for (const page of [1, 2, 3])
      expect((await client.fetch('GET', `${lease.path}/pages/${page}?width=480`)).status).toBe(200)
    expect((await client.report({ type: 'capture', name: lease.name, page: 2 })).http).toBe(200)
    await client.list()
    await client.openDocument(id)
    expect(await heardSince(start)).toEqual([])
    expect(await entries()).toBeGreaterThan(before)
  })

  it('are one for each transaction, however many things changed, and empty if they would be too long', async () => {
    const send = (payloads: readonly object[]) =>
      app.database.transaction(async (tx) => {
        for (const payload of payloads) await notify(tx, 'sealroom', payload)
      })
    const start = heard.length
    await send([{ room: 1 }])
    await send([{ room: 1 }, { room: 2 }, { room: 1 }])
    await send(Array.from({ length: 2_000 }, (_, n) => ({ room: n })))
    await send([])
    await app.database
      .transaction(async (tx) => {
        await notify(tx, 'sealroom', { room: 3 })
        throw new Error('no')
      })
      .catch(() => undefined)
    expect(await heardSince(start)).toEqual([
      'sealroom {"room":1}',
      'sealroom [{"room":1},{"room":2}]',
      'sealroom []',
    ])
  })
})
