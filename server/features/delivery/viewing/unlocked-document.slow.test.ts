import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { makeLockedPdf } from '../../../test/fixtures/make-locked-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import {
  pageOf,
  readerWithRights,
  statusOf,
  unlocked,
} from '../../../test/scenarios/delivery/locked-documents.ts'

let app: TestApp
let room: TestRoom
let locked: number
beforeAll(async () => {
  app = await startTestApp({ trustProxy: ['127.0.0.1'] })
  room = await app.room()
  locked = await room.operator.put('locked.pdf', await makeLockedPdf('연꽃 2026', { pages: 2 }))
})
afterAll(() => app.close())

describe('an unlocked document', () => {
  it('is unlocked for its lease alone: neither for another lease nor for another reader, on any node', async () => {
    const { client: one } = await app.participant(room)
    const { client: two } = await app.participant(room)
    const lease = await unlocked(locked, one)
    expect(await pageOf(one, lease)).toBe(200)
    for (const client of [one, two, room.operator]) {
      const other = await client.openDocument(locked)
      expect(other.status).toBe('LOCKED')
      expect(await pageOf(client, other.name)).toBe(422)
      expect((await client.find(other.name, 'sealroom')).http).toBe(422)
    }
    for (const client of [two, room.operator]) {
      expect(await pageOf(client, lease)).toBe(404)
      expect((await client.unlock(lease, '연꽃 2026')).http).toBe(404)
    }
    const elsewhere = await app.node()
    const pageThere = async ({ me }: WireClient, name: string): Promise<number> =>
      (
        await fetch(`${elsewhere}/api/room/api/file/view/${name}/pages/1`, {
          headers: { authorization: `Bearer ${me.jwt}` },
        })
      ).status
    expect(await Promise.all([1, 2, 3].map(() => pageThere(one, lease)))).toEqual([200, 200, 200])
    for (const client of [two, room.operator]) expect(await pageThere(client, lease)).toBe(404)
    expect(await pageThere(one, (await one.openDocument(locked)).name)).toBe(422)
    expect(await pageOf(one, lease)).toBe(200)
  })

  it('is printed on another node too, and only with the token that unlocked it', async () => {
    const { client, memberId } = await readerWithRights(app, room)
    const lease = await unlocked(locked, client)
    const elsewhere = await app.node()
    const load = async (jwt: string) =>
      fetch(`${elsewhere}/api/room/api/file/load`, {
        method: 'POST',
        headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
        body: JSON.stringify({ fileId: locked, type: 2, id: memberId, roomId: room.roomId }),
      })
    // An attacker with the server's keys could forge a token but lacks the secret.
    const { sid } = JSON.parse(
      Buffer.from(client.me.jwt.split('.')[1] ?? '', 'base64url').toString(),
    )
    const key = (await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })).tokenKey()
    const header = { alg: 'HS256', typ: 'sealroom-session' }
    for (const secret of [{}, { key: randomBytes(32).toString('base64url') }]) {
      const forged = await load(
        await new SignJWT({ sid, ...secret }).setProtectedHeader(header).sign(key),
      )
      expect(await forged.json()).toMatchObject({ code: 'PASSWORD_FIRST' })
    }
    expect((await load(client.me.jwt)).status).toBe(200)
    const { rows } = await app.database.pool.query('select password from leases where name = $1', [
      lease,
    ])
    expect(rows[0].password.toString('latin1')).not.toContain(
      Buffer.from('연꽃').toString('latin1'),
    )
    await client.call('GET', `/room/api/file/removeTempFile/${lease}`)
    expect(
      (await app.database.pool.query('select password from leases where name = $1', [lease])).rows,
    ).toEqual([])
    expect(await (await load(client.me.jwt)).json()).toMatchObject({ code: 'PASSWORD_FIRST' })
  })

  it.each<
    [string, (client: WireClient, lease: string, memberId: number) => Promise<unknown>, number]
  >([
    [
      'the lease is closed',
      (client, lease) => client.call('GET', `/room/api/file/removeTempFile/${lease}`),
      404,
    ],
    ['the session ends', (client) => client.logout(), 401],
    [
      'the reader is shut out',
      (_, __, memberId) => room.operator.setRight(memberId, 'access', false),
      401,
    ],
    [
      'the document is deleted',
      async () => {
        const { id } = (await room.operator.items()).find((item) => item.id === locked) ?? { id: 0 }
        await room.operator.deleteItem(id)
        await room.operator.restoreItem(id)
      },
      404,
    ],
  ])('is forgotten when %s', async (_, end, http) => {
    const { client, memberId } = await app.participant(room)
    const lease = await unlocked(locked, client)
    await end(client, lease, memberId)
    expect(await pageOf(client, lease)).toBe(http)
    await app.database.pool.query(
      `insert into leases (name, room_id, member_id, session_id, item_id, version_id, created_at, used_at)
       select $1, i.room_id, s.member_id, s.id, i.id, v.id, now(), now() from items i join file_versions v on v.item_id = i.id, sessions s
       where i.id = $2 and s.member_id = $3 limit 1 on conflict (name) do update set session_id = excluded.session_id`,
      [lease, locked, room.operator.me.id],
    )
    await eventually(async () => expect(await statusOf(room.operator, lease)).toBe('LOCKED'))
  })

  it('is asked for its password again after ten minutes of rest', async () => {
    const lease = await unlocked(locked, room.operator)
    app.clock.advance(LIMITS.leaseIdleMs + 1_000)
    await room.operator.setRight(room.operator.me.id, 'print', true)
    expect(
      (await room.operator.change('POST', '/room/api/file/load', { fileId: locked, type: 2 })).json
        .code,
    ).toBe('PASSWORD_FIRST')
    expect(await pageOf(room.operator, lease)).toBe(404)
    await room.operator.call('POST', '/room/api/room/alive')
  })
})
