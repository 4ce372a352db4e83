import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, type Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { connectDatabase, type Database } from '../../platform/db/connect.ts'
import { toClientConfig } from '../../platform/db/connection-options.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { silentLog } from '../../platform/log/log.ts'

const MIGRATIONS = path.join(PROJECT_ROOT, 'server/migrations')
const DATABASE = 'upgrade_test'
const MADE_AT = new Date('2026-01-05T00:00:00Z')

describe('data of an earlier release', () => {
  const connection = {
    ...inject('testCluster').superuser,
    user: inject('testCluster').appRole,
    database: DATABASE,
  }
  let folder: string
  let database: Database
  let pool: Pool

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'upgrade-'))
    await asSuperuser(`create database ${DATABASE} owner ${connection.user} template template0`)
    database = await connectDatabase(connection, { log: silentLog })
    pool = database.pool
  })
  afterEach(async () => {
    await database.close()
    await asSuperuser(`drop database ${DATABASE} with (force)`)
    rmSync(folder, { recursive: true })
  })

  it('has operators from now on, but the first member of a room from the start, and a destruction that was asked for waits [0029]', async () => {
    await upTo(28)
    const [room, other] = [await addRoom(), await addRoom()]
    const first = await addMember(room, 4)
    const later = await addMember(room, 4)
    const participant = await addMember(room, 5)
    const gone = await addMember(room, 4, { ended_at: MADE_AT })
    const blockedFirst = await addMember(other, 4, { can_access: false })
    const otherOperator = await addMember(other, 4)
    const askedBy = await one('select user_id as value from members where id = $1', [first])
    await addDestruction(room, 'asked', askedBy)
    await addDestruction(other, 'confirmed', askedBy)

    const before = new Date()
    expect(await upTo(29)).toEqual(['0029_operator_since.sql'])
    const since = async (id: unknown) =>
      one('select operator_since as value from members where id = $1', [id])
    expect(await since(first)).toEqual(MADE_AT)
    for (const id of [participant, gone]) expect(await since(id)).toBeNull()
    for (const id of [later, blockedFirst, otherOperator])
      expect(((await since(id)) as Date).getTime()).toBeGreaterThanOrEqual(
        before.getTime() - 60_000,
      )
    const confirmers = (of: unknown) =>
      one('select confirmers as value from destructions where room_id = $1', [of])
    expect(await confirmers(room)).toEqual([])
    expect(await confirmers(other)).toEqual([askedBy])
  })

  it('counts files of messages no longer in the storage of their room [0031]', async () => {
    await upTo(30)
    const [room, other] = [await addRoom(1_000_000), await addRoom(500)]
    const sender = await addMember(room, 4)
    for (const size of [300_000, 200_000]) await addMessageFile(room, sender, size)

    expect(await upTo(31)).toEqual(['0031_message_files_apart.sql'])
    const used = (of: unknown) => one('select storage_used as value from rooms where id = $1', [of])
    expect(await used(room)).toBe(500_000)
    expect(await used(other)).toBe(500)
    expect(await one('select count(*)::int as value from message_files', [])).toBe(2)
    await migrate(pool, MIGRATIONS, silentLog)
    expect(await used(room)).toBe(500_000)
  })

  it('gives and takes nobody any right by groups: one group that may download, and switches as they were [0042]', async () => {
    await upTo(41)
    const [room, other] = [await addRoom(), await addRoom()]
    const switches = [
      { can_print: false, can_download: false },
      { can_print: true, can_download: false },
      { can_print: false, can_download: true },
      { can_print: true, can_download: true, can_access: false },
    ]
    const operator = await addMember(room, 4)
    for (const each of switches) await addMember(room, 5, each)
    await addMember(other, 5, { can_print: true, can_download: true })
    const folder = await addItem(room, operator)
    for (const parent of [undefined, folder]) await addItem(room, operator, { parent, ext: 'pdf' })
    /** The earlier release had a switch for each right, per item. */
    const before = await rightsBy(
      `can_access as view, can_access and can_print as print, can_access and can_download as download, false as original`,
    )
    await migrate(pool, MIGRATIONS, silentLog)
    const level = `(select grants.level from grants where grants.group_id = members.group_id and grants.item_id = any (items.ancestors || items.id || 0::bigint)
      order by cardinality(grants.ancestors) desc limit 1)`
    const after =
      await rightsBy(`can_access and ${level} >= 1 as view, can_access and can_print and ${level} >= 2 as print,
      can_access and can_download and ${level} >= 3 as download, ${level} >= 4 as original`)
    expect(after).toEqual(before)
    expect(before).toHaveLength(4 * 3)
    expect(
      new Set(before.map(({ view, print, download }) => [view, print, download].join())).size,
    ).toBe(4)
    expect(await one('select count(*)::int as value from groups', [])).toBe(2)
    expect(await one('select count(*)::int as value from grants', [])).toBe(2)
    expect(
      await one(
        "select count(*)::int as value from groups where networks <> '{}' or starts_at is not null or ends_at is not null",
        [],
      ),
    ).toBe(0)
    expect(
      await one(
        'select count(*)::int as value from members where group_from is not null or group_until is not null',
        [],
      ),
    ).toBe(0)
  })

  async function rightsBy(
    judged: string,
  ): Promise<Record<'view' | 'print' | 'download' | 'original', boolean>[]> {
    const from =
      'members join items on items.room_id = members.room_id where members.role_id = 5 order by members.id, items.id'
    return (await pool.query(`select members.id, items.id as item, ${judged} from ${from}`)).rows
  }

  function addItem(
    room: unknown,
    by: unknown,
    { parent, ext = '' }: { readonly parent?: unknown; readonly ext?: string } = {},
  ) {
    const name = `항목 ${next()}`
    const place = {
      room_id: room,
      parent_id: parent ?? 0,
      ancestors: parent === undefined ? [] : [parent],
      folder: ext === '',
    }
    const named = { name, name_folded: name, name_key: name, ext, filename: name, size: 0 }
    return insert('items', { ...place, ...named, created_at: MADE_AT, created_by: by })
  }

  function upTo(version: number): Promise<string[]> {
    for (const name of readdirSync(MIGRATIONS))
      if (name.endsWith('.sql') && Number(name.slice(0, 4)) <= version)
        copyFileSync(path.join(MIGRATIONS, name), path.join(folder, name))
    return migrate(pool, folder, silentLog)
  }

  async function one(query: string, values: readonly unknown[]): Promise<unknown> {
    const { rows } = await pool.query<{ value: unknown }>(query, [...values])
    return rows[0]?.value
  }

  const insert = (table: string, row: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const places = Object.keys(row).map((_, index) => `$${index + 1}`)
    const key = ['destructions', 'message_files'].includes(table) ? 'room_id' : 'id'
    return one(
      `insert into ${table} (${Object.keys(row).join()}) values (${places.join()}) returning ${key} as value`,
      Object.values(row),
    )
  }

  let made = 0
  const next = (): number => {
    made += 1
    return made
  }

  const addRoom = (used = 0): Promise<unknown> =>
    insert('rooms', {
      ...{
        vault: crypto.randomUUID(),
        room_no: `2601-${next()}`,
        name: '옛 룸',
        wrapped_key: Buffer.of(1),
        created_at: MADE_AT,
      },
      ...{ storage_limit: 10_000_000, user_limit: 10_000, storage_used: used },
    })

  async function addMember(
    room: unknown,
    role: 4 | 5,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<unknown> {
    const email = `${next()}@old.example`
    const user = await insert('users', { room_id: room, email })
    const person = {
      room_id: room,
      user_id: user,
      role_id: role,
      name: '옛 사람',
      email,
      created_at: MADE_AT,
    }
    return insert('members', { ...person, code_hash: role === 4 ? 'x' : null, ...more })
  }

  const addDestruction = (room: unknown, state: string, by: unknown): Promise<unknown> =>
    insert('destructions', {
      room_id: room,
      state,
      asked_at: MADE_AT,
      asked_by: by,
      confirmers: [by],
      sealed: Buffer.of(1),
    })

  async function addMessageFile(room: unknown, sender: unknown, size: number): Promise<void> {
    const row = { room_id: room, created_at: MADE_AT }
    const message = await insert('messages', {
      ...row,
      sender_id: sender,
      recipients: 'users',
      sealed: Buffer.of(1),
    })
    const content = {
      content_uid: crypto.randomUUID(),
      blob_id: crypto.randomUUID(),
      wrapped_key: Buffer.of(1),
      size,
    }
    await insert('message_files', { ...row, message_id: message, ...content })
  }
})

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client(toClientConfig(inject('testCluster').superuser))
  await client.connect()
  await client.query(statement)
  await client.end()
}
