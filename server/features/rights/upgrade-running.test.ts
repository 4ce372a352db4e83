import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toClientConfig } from '../../platform/db/connection-options.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { untilLocked } from '../../test/harness/until-locked.ts'
import type { WireAnswer } from '../../test/harness/wire-client.ts'

let app: TestApp
let room: TestRoom
let group: number
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  const [first] = (await room.operator.call('GET', `/room/api/group/list/${room.roomId}`)).json
    .payload as { id: number }[]
  group = first?.id ?? 0
})
afterAll(() => app.close())

/** An earlier release stores no row. */
async function formerRelease(): Promise<pg.Client> {
  const client = new pg.Client({
    ...toClientConfig(app.database.options),
    application_name: 'sealroom',
  })
  await client.connect()
  return client
}

const late = { name: '이참여', until: '2099-01-01T00:00:00.000Z' }

const post = (path: string, body: object): Promise<WireAnswer> =>
  room.operator.call('POST', path, { body: { roomId: room.roomId, ...body } })

const changes: readonly (readonly [string, () => Promise<WireAnswer>])[] = [
  [
    'a grant',
    () => post('/room/api/grant', { changes: [{ groupId: group, itemId: 0, level: 'view' }] }),
  ],
  ['a group', () => post('/room/api/group', { name: '인수인 A' })],
  ['networks', () => post('/room/api/group/update', { id: group, networks: ['127.0.0.1'] })],
  ['an end in an invitation', () => room.operator.invite([{ ...late, email: 'late@example.com' }])],
]

const levelOfRoot = async (): Promise<unknown> =>
  (await room.operator.call('GET', `/room/api/grant/list/${room.roomId}`)).json.payload

describe('while a process of a release runs that does not enforce rights of groups', () => {
  it('they are refused and nothing changes, and what that release knows goes on', async () => {
    const before = await levelOfRoot()
    const former = await formerRelease()
    for (const [what, change] of changes)
      expect({ what, ...(await change()) }).toMatchObject({
        what,
        http: 409,
        json: { code: 'UPGRADE_RUNNING' },
      })
    expect(await levelOfRoot()).toEqual(before)
    expect(
      (await room.operator.invite([{ name: '박참여', email: 'as-before@example.com' }])).http,
    ).toBe(200)
    await former.query('update sessions set active_at = active_at')
    await former.end()
  })

  it('its row counts while it is renewed', async () => {
    const { pool } = app.database
    await pool.query(
      "insert into processes (id, release, enforces) values (gen_random_uuid(), '0.0.1', 0)",
    )
    expect((await changes[0]?.[1]())?.json.code).toBe('UPGRADE_RUNNING')
    await pool.query(
      "update processes set seen_at = now() - interval '2 minutes' where enforces = 0",
    )
    expect((await changes[0]?.[1]())?.http).toBe(200)
  })

  it('afterwards rights are set, and from then on the database refuses that release', async () => {
    // The first test's connection may close late.
    await eventually(async () =>
      expect((await post('/room/api/group', { name: '인수인 B' })).http).toBe(200),
    )
    const former = await formerRelease()
    await expect(former.query('update sessions set active_at = active_at')).rejects.toThrow(
      /does not enforce the rights of groups/,
    )
    await former.end()
    expect((await room.operator.list()).http).toBe(200)
    expect((await app.stranger().join(room.pin)).http).toBe(200)
  })

  it.each([
    ['a group', () => post('/room/api/group', { name: '인수인 C' })],
    [
      'a grant',
      () => post('/room/api/grant', { changes: [{ groupId: group, itemId: 0, level: 'print' }] }),
    ],
    [
      'an end in an invitation',
      () => room.operator.invite([{ ...late, email: 'later@example.com' }]),
    ],
  ])('%s waits for the groups before it relies on the rule', async (_, change) => {
    await app.database.pool.query('delete from rules_in_use where rule = 1')
    const holder = await app.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from groups where room_id = $1 for update', [room.roomId])
    const changed = change()
    await untilLocked(app)
    await holder.query("set local lock_timeout = '5s'")
    await holder.query('insert into rules_in_use (rule) values (1)')
    await holder.query('commit')
    holder.release()
    expect((await changed).http).toBe(200)
  })

  it('each process of this release has a row that ends with it', async () => {
    const rows = async () =>
      (await app.database.pool.query('select release, enforces from processes where enforces > 0'))
        .rows
    expect(await rows()).toContainEqual({
      release: expect.stringMatching(/^\d+\.\d+\.\d+/),
      enforces: 12,
    })
  })
})
