import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLockedPdf } from '../../../test/fixtures/make-locked-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { pageOf, unlocked } from '../../../test/scenarios/delivery/locked-documents.ts'

let app: TestApp
let room: TestRoom
let locked: number
beforeAll(async () => {
  app = await startTestApp({ trustProxy: ['127.0.0.1'] })
  room = await app.room()
  locked = await room.operator.put('locked.pdf', await makeLockedPdf('연꽃 2026', { pages: 2 }))
})
afterAll(() => app.close())

describe('guessing a password (C09)', () => {
  const tries = (client: WireClient, lease: string, count: number, address: string) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        client.call('POST', `/room/api/file/view/${lease}/password`, {
          body: { password: `guess ${index}` },
          headers: { 'x-forwarded-for': address },
        }),
      ),
    )

  it('ends after ten wrong ones of a session at a document, however many leases it takes, and the right one waits too', async () => {
    const { client } = await app.participant(room)
    const leases = [await client.openDocument(locked), await client.openDocument(locked)]
    const answers = (
      await Promise.all(leases.map(({ name }) => tries(client, name, 50, '203.0.113.1')))
    ).flat()
    expect(answers.filter(({ json }) => json.code === 'PDF_PASSWORD')).toHaveLength(10)
    const refused = answers.filter(({ http }) => http === 429)
    expect(refused).toHaveLength(90)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await client.unlock(leases[0]?.name ?? '', '연꽃 2026')).http).toBe(429)
    await unlocked(locked, (await app.participant(room)).client)
    app.clock.advance(10 * 60_000 + 1_000)
    const later = await client.openDocument(locked)
    expect((await client.unlock(later.name, '연꽃 2026')).json.status).toBe('OK')
    await room.operator.call('POST', '/room/api/room/alive')
  })

  it('ends for a member too, at however many documents; what was refused for one document does not count', async () => {
    const { client } = await app.participant(room)
    const counts: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const id = await room.operator.put(`locked ${index}.pdf`, await makeLockedPdf('연꽃 2026'))
      const answers = await tries(
        client,
        (await client.openDocument(id)).name,
        12,
        `203.0.113.${index}`,
      )
      counts.push(answers.filter(({ json }) => json.code === 'PDF_PASSWORD').length)
    }
    expect(counts).toEqual([10, 10, 10, 10, 10, 0])
  })

  it('is the affair of one member: others behind the same address are neither counted with them nor wait for them', async () => {
    const address = '203.0.113.2'
    const clients = await Promise.all(
      Array.from({ length: 6 }, async () => (await app.participant(room)).client),
    )
    for (const client of clients) {
      const answers = await tries(client, (await client.openDocument(locked)).name, 10, address)
      expect(answers.filter(({ json }) => json.code === 'PDF_PASSWORD')).toHaveLength(10)
    }
    const [slow, quick] = await Promise.all([app.participant(room), app.participant(room)])
    const leases = [await slow.client.openDocument(locked), await quick.client.openDocument(locked)]
    await tries(slow.client, leases[0]?.name ?? '', 1, address)
    const holder = await app.database.pool.connect()
    try {
      // The throttle row's lock makes the next attempt wait.
      await holder.query("begin; select from throttles where kind = 'document-member' for update")
      let isDone = false
      const waiting = tries(slow.client, leases[0]?.name ?? '', 1, address).finally(() => {
        isDone = true
      })
      const right = await quick.client.call(
        'POST',
        `/room/api/file/view/${leases[1]?.name}/password`,
        {
          body: { password: '연꽃 2026' },
          headers: { 'x-forwarded-for': address },
        },
      )
      expect({ status: right.json.status, isDone }).toEqual({ status: 'OK', isDone: false })
      await holder.query('rollback')
      expect((await waiting)[0]?.json.code).toBe('PDF_PASSWORD')
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  it('leaves no password in log, database or answer', async () => {
    const secret = 'Ninety-9 marmalade otters'
    const { name } = await room.operator.openDocument(locked)
    const wrong = await room.operator.unlock(name, secret)
    expect(wrong.text).not.toContain('otters')
    const id = await room.operator.put('secret.pdf', await makeLockedPdf(secret))
    const lease = await room.operator.openDocument(id)
    expect((await room.operator.unlock(lease.name, secret)).text).not.toContain('otters')
    expect(await pageOf(room.operator, lease.name)).toBe(200)
    expect(app.log.text()).not.toContain('otters')
    const { rows: tables } = await app.database.pool.query(
      "select table_name from information_schema.tables where table_schema = 'public'",
    )
    for (const { table_name: table } of tables) {
      const { rows } = await app.database.pool.query(
        `select count(*)::int as found from "${table}" t where t::text like '%otters%'`,
      )
      expect({ table, found: rows[0].found }).toEqual({ table, found: 0 })
    }
  })
})
