import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { makeLockedPdf } from '../../test/fixtures/make-locked-pdf.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const leasePagesOf = (client: WireClient, lease: string): Promise<number> =>
  client.call('GET', `/room/api/file/view/${lease}`).then(({ http }) => http)

describe('the leases of a member', () => {
  it('are so many at most, over all sessions: one more ends what was used longest ago, and nothing of anybody else', {
    timeout: 120_000,
  }, async () => {
    const room = await app.room()
    const id = await room.operator.put('a.pdf', makePdf(1))
    const locked = await room.operator.put('locked.pdf', await makeLockedPdf('lotus'))
    const person = await app.participant(room)
    const others = (await room.operator.openDocument(id)).name
    const early = (await person.client.openDocument(id)).name
    const unlocked = (await person.client.openDocument(locked)).name
    expect((await person.client.unlock(unlocked, 'lotus')).json.status).toBe('OK')
    app.clock.advance(60_000)
    expect(await leasePagesOf(person.client, early)).toBe(200)

    const again = app.stranger()
    await again.join(person.pin)
    await again.agree()
    const later: string[] = []
    for (let opened = 0; opened < LIMITS.leasesPerMember - 1; opened += 1)
      later.push((await again.openDocument(id)).name)
    expect(await leasePagesOf(person.client, early)).toBe(200)
    expect(await leasePagesOf(person.client, unlocked)).toBe(404)
    const { rows } = await app.database.pool.query(
      'select count(*)::int as held from leases where member_id = $1',
      [person.memberId],
    )
    expect(rows).toEqual([{ held: LIMITS.leasesPerMember }])
    for (const name of later) expect(await leasePagesOf(again, name)).toBe(200)
    expect(await leasePagesOf(room.operator, others)).toBe(200)

    app.clock.advance(60_000)
    for (const name of later) expect(await leasePagesOf(again, name)).toBe(200)
    await Promise.all(Array.from({ length: 5 }, () => again.openDocument(id)))
    expect(await leasePagesOf(person.client, early)).toBe(404)
    const after = await app.database.pool.query(
      'select count(*)::int as held from leases where member_id = $1',
      [person.memberId],
    )
    expect(after.rows).toEqual([{ held: LIMITS.leasesPerMember }])
  })
})
