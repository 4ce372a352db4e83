import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { filesBelow } from '../../test/harness/holdings.ts'
import { runJob } from '../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { WireClient } from '../../test/harness/wire-client.ts'
import {
  certificateOf,
  resumeDestruction,
  vaultOf,
} from '../../test/scenarios/closing/destructions.ts'
import { draftOf } from '../../test/scenarios/composing.ts'
import { destroyByTime, look, stateOf, untilDestroyed } from '../../test/scenarios/endings.ts'
import { messageMails } from '../../test/scenarios/message-mails.ts'
import { findLeftHoldings, HOLDINGS } from './empty-room.store.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const WORDS = '아주 비밀스러운 계약'

async function fill(app: TestApp, room: TestRoom): Promise<number[]> {
  const { operator } = room
  const first = await operator.put('첫 문서.pdf', makePdf(2, 'secret words'))
  const second = await operator.put('지울 문서.pdf', makePdf(1))
  const folder = await operator.newFolder('사본')
  await operator.copyItem(first, '사본.pdf', folder)
  await operator.deleteItem(second)
  await operator.openDocument(first)
  await draftOf(room, { people: [{ name: WORDS, email: `signer${room.roomId}@sign.example` }] })
  await operator.call('PUT', '/room/api/draft/message', { body: { text: WORDS } })
  const { client } = await app.participant(room, WORDS)
  const { roleId, roomId, userId } = client.me
  const form = new FormData()
  form.set(
    'data',
    JSON.stringify({ title: WORDS, content: WORDS, sender: { roleId, roomId, userId } }),
  )
  expect((await client.call('POST', '/room/api/message/sendByUser', { form })).json.status).toBe(
    'OK',
  )
  return [first, second]
}

describe('what is destroyed', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  it('is known of every table of the database, those that name others before them', async () => {
    const { rows } = await app.database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
    expect(HOLDINGS.map(({ table }) => table).sort()).toEqual(rows.map(({ name }) => name))
    const { rows: columns } = await app.database.pool.query<{ name: string; column: string }>(
      `select table_name as name, column_name as column from information_schema.columns where table_schema = 'public'`,
    )
    const having = (column: string): string[] =>
      columns.filter((each) => each.column === column).map(({ name }) => name)
    const context = HOLDINGS.filter(({ policy }) => policy === 'installation').map(
      ({ table }) => table,
    )
    expect(having('room_id').filter((name) => context.includes(name))).toEqual(['console_log'])
    const blobs = HOLDINGS.filter((holding) => holding.blobs).map(({ table }) => table)
    expect(
      having('blob_id')
        .filter((name) => name !== 'freed_blobs')
        .sort(),
    ).toEqual([...blobs].sort())
    const { rows: references } = await app.database.pool.query<{ child: string; parent: string }>(
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`,
    )
    const place = (table: string): number =>
      HOLDINGS.findIndex((holding) => holding.table === table)
    for (const { child, parent } of references)
      if (child !== parent)
        expect([child, parent, place(child) < place(parent)]).toEqual([child, parent, true])
  })

  it('is all that a room has, and nothing of another one; the log stays sealed until its date, and goes with its key', async () => {
    const [room, other] = [await app.room(), await app.room()]
    await fill(app, room)
    const [kept = 0] = await fill(app, other)
    const vault = await vaultOf(app, room.roomId)
    const { rows: held } = await app.database.pool.query(
      'select blob_id from file_segments where room_id = $1',
      [room.roomId],
    )
    await destroyByTime(app, room.roomId)
    await untilDestroyed(app, room.roomId)

    expect(await findLeftHoldings(app.database.db, room.roomId)).toEqual(['mails'])
    const stored = (await filesBelow(path.join(app.dataDir, 'blobs'))).map((file) =>
      path.basename(file),
    )
    expect(stored.filter((name) => held.some(({ blob_id }) => blob_id === name))).toEqual([])
    expect(
      (await filesBelow(path.join(app.keyDir, 'vaults', vault)))
        .map((file) => path.basename(file))
        .sort(),
    ).toEqual(['destroyed.json', 'retention.key'])
    for (const table of ['rooms', 'members', 'users', 'destructions']) {
      const id = table === 'rooms' ? 'id' : 'room_id'
      const { rows } = await app.database.pool.query(
        `select to_jsonb(${table})::text as row from ${table} where ${id} = $1`,
        [room.roomId],
      )
      expect(rows.map(({ row }) => row).join()).not.toMatch(/시험 룸|비밀|@/)
    }
    expect(
      (await messageMails(app, WORDS)).filter(({ to }) => to.includes(room.operator.me.email)),
    ).toEqual([])
    await other.operator.join(other.pin)
    await other.operator.agree()
    expect((await other.operator.openDocument(kept)).status).toBe('READY')

    const { facts, fault } = await certificateOf(app, room.roomId)
    expect(fault).toBeUndefined()
    expect(facts).toMatchObject({
      room: { roomNo: room.roomNo, name: '시험 룸', vault },
      asked: { by: null },
      confirmed: { how: 'time', by: null },
      destroyed: {
        documents: { count: 2, list: expect.any(String) },
        versions: { count: 3 },
        signed: 1,
        messages: 1,
      },
    })
    const { remains, finishedAt, keyDestroyedAt } = facts ?? {
      remains: { logUntil: '', databaseBackupsUntil: '', keyBackupsUntil: '' },
      finishedAt: '',
      keyDestroyedAt: '',
    }
    const days = (until: string, from: string): number =>
      (Date.parse(until) - Date.parse(from)) / 86_400_000
    expect([
      days(remains.logUntil, finishedAt),
      days(remains.databaseBackupsUntil, finishedAt),
      days(remains.keyBackupsUntil, keyDestroyedAt),
    ]).toEqual([730, 30, 14])

    const checked = await app.program.verifyLog(room.roomId, facts?.log ? [facts.log.note] : [])
    expect(checked.verdict).toMatchObject({
      fault: undefined,
      gaps: [],
      notes: [{ state: 'kept' }],
    })
    expect(checked.verdict.checked).toBe(facts?.log?.entries)

    app.clock.advance(LIMITS.retentionMs - 60_000)
    await runJob(app, 'ending.forget')
    expect(await app.program.endings.certificateOf(room.roomId)).toBeDefined()
    app.clock.advance(120_000)
    await app.database.pool.query('delete from destructions where room_id = $1', [room.roomId])
    await runJob(app, 'ending.forget')
    await runJob(app, 'ending.forget')
    for (const table of ['users', 'members', 'destructions'])
      expect(
        (await app.database.pool.query(`select 1 from ${table} where room_id = $1`, [room.roomId]))
          .rows,
      ).toEqual([])
    expect(await app.logged(room.roomId)).toEqual([])
    expect(
      (await filesBelow(path.join(app.keyDir, 'vaults', vault))).map((file) => path.basename(file)),
    ).toEqual(['destroyed.json'])
    const { rows: left } = await app.database.pool.query('select phase from rooms where id = $1', [
      room.roomId,
    ])
    expect(left).toEqual([{ phase: 'destroyed' }])
    expect((await app.logged(other.roomId)).length).toBeGreaterThan(0)
  })

  it('goes where a digest is damaged, which the certificate does not pretend to know', async () => {
    const { roomId, operator } = await app.room()
    await operator.put('문서.pdf', makePdf(1))
    await app.database.pool.query(
      `update file_versions set sealed_digest = sealed_digest || '\\x00'::bytea where room_id = $1`,
      [roomId],
    )
    await destroyByTime(app, roomId)
    await untilDestroyed(app, roomId)
    const { facts, fault } = await certificateOf(app, roomId)
    expect(fault).toBeUndefined()
    expect(facts?.destroyed).toMatchObject({
      documents: { count: 1, list: null },
      versions: { count: 1, list: null },
      blobs: 1,
    })
  })

  it('goes on where the tombstone of another room cannot be read, and that room is not taken for destroyed', async () => {
    const [room, other] = [await app.room(), await app.room()]
    const tombstone = path.join(
      app.keyDir,
      'vaults',
      await vaultOf(app, other.roomId),
      'destroyed.json',
    )
    await fs.writeFile(tombstone, '{"roomNo":')
    await destroyByTime(app, room.roomId)
    await untilDestroyed(app, room.roomId)
    expect(await stateOf(app, other.roomId)).toBeUndefined()
    await fs.rm(tombstone)
    await other.operator.join(other.pin)
    await other.operator.agree()
    await other.operator.elevate(other.code)
    const itemId = await other.operator.put('neu.pdf', makePdf(1))
    expect((await other.operator.openDocument(itemId)).status).toBe('READY')
  })

  it('K06: is not served by a node that had the key in its memory, even when the rows are put back', async () => {
    const room = await app.room()
    const [first = 0] = await fill(app, room)
    const stale = new WireClient(await app.node())
    stale.session = room.operator.me
    expect((await stale.openDocument(first)).status).toBe('READY')
    const lease = await stale.openDocument(first)
    const page = () => stale.fetch('GET', `/room/api/file/view/${lease.name}/pages/1?width=480`)
    expect((await page()).status).toBe(200)
    const tables = HOLDINGS.filter(
      ({ policy, table }) => policy !== 'installation' || table === 'rooms',
    ).map(({ table }) => table)
    await app.database.pool.query('create schema backup')
    for (const table of tables)
      await app.database.pool.query(`create table backup.${table} as table public.${table}`)
    const blobs = path.join(app.dataDir, 'blobs')
    await fs.cp(blobs, `${blobs}.backup`, { recursive: true })

    await destroyByTime(app, room.roomId)
    await untilDestroyed(app, room.roomId)
    expect((await page()).status).toBe(401)
    expect((await stale.call('GET', `/room/api/file/prepareFile/${first}`)).http).toBe(401)

    await app.stopJobs()
    await fs.cp(`${blobs}.backup`, blobs, { recursive: true })
    for (const table of tables) await app.database.pool.query(`delete from public.${table}`)
    for (const table of [...tables].reverse()) {
      const { rows } = await app.database.pool.query(
        `select string_agg(column_name, ', ') as columns from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      const { columns } = rows[0]
      await app.database.pool.query(
        `insert into public.${table} (${columns}) overriding system value select ${columns} from backup.${table}`,
      )
      if (table === 'rooms') await app.database.pool.query('delete from public.groups')
    }
    app.clock.advance(-LIMITS.destructionWaitMs)
    expect((await stale.call('GET', `/room/api/room/info/${room.roomId}`)).json.status).toBe('OK')
    const leaseOf = async (client: WireClient) => (await client.openDocument(first)).name
    const opened = [
      await page(),
      await stale.fetch('GET', `/room/api/file/view/${await leaseOf(stale)}/pages/1?width=480`),
      await room.operator.fetch(
        'GET',
        `/room/api/file/view/${await leaseOf(room.operator)}/pages/2?width=480`,
      ),
      await stale.fetch('GET', `/room/api/file/${(await stale.items())[0]?.filename}`),
    ]
    expect(opened.map(({ status }) => status >= 400)).toEqual([true, true, true, true])
    for (const answer of opened) expect((await answer.text()).slice(0, 1)).toBe('{')
    await look(app)
    expect(await stateOf(app, room.roomId)).toBe('confirmed')
    await resumeDestruction(app, room.roomId, {})
    expect(await findLeftHoldings(app.database.db, room.roomId)).toEqual([])
    const { facts, fault } = await certificateOf(app, room.roomId)
    expect(fault).toBeUndefined()
    expect(facts).toMatchObject({
      confirmed: { how: 'restored' },
      destroyed: { versions: { count: 3, list: null } },
    })
  })
})
