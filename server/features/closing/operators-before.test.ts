import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { connectDatabase, type Database } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { silentLog } from '../../platform/log/log.ts'
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts'
import { findOperators } from './closing.read.ts'
import { confirmableFrom, confirmersOf } from './closing.rules.ts'

const MIGRATIONS = path.join(PROJECT_ROOT, 'server/migrations')
const BEFORE = '0028_'
const CREATED = new Date('2026-01-05T09:00:00Z')

describe('operators from before it was noted since when they are', () => {
  let folder: string
  let testDatabase: TestDatabase
  let database: Database
  let upgradedAt: { readonly from: number; readonly to: number }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sealroom migrations '))
    const earlier = (await readdir(MIGRATIONS)).filter(
      (name) => name.slice(0, BEFORE.length) <= BEFORE,
    )
    for (const name of earlier) await cp(path.join(MIGRATIONS, name), path.join(folder, name))
    testDatabase = await createTestDatabase({ empty: true })
    database = await connectDatabase(testDatabase.connection, { log: silentLog })
    await migrate(database.pool, folder, silentLog)
    await fill()
    const from = Date.now()
    await migrate(database.pool, MIGRATIONS, silentLog)
    upgradedAt = { from, to: Date.now() }
  })
  afterAll(async () => {
    await database.close()
    await testDatabase.drop()
    await rm(folder, { recursive: true, force: true })
  })

  async function fill(): Promise<void> {
    const { pool } = database
    await pool.query(
      `insert into rooms (vault, room_no, name, wrapped_key, storage_limit, user_limit, created_at)
       select gen_random_uuid(), 'R-' || n, '룸', '', 1, 10, $1::timestamptz from generate_series(1, 3) as n`,
      [CREATED],
    )
    const person = async (roomId: number, { role = 4, access = true, ended = false } = {}) =>
      pool.query(
        `with person as (insert into users (room_id, email) select $1, gen_random_uuid()::text returning id)
         insert into members (room_id, user_id, role_id, name, email, can_access, code_hash, created_at, ended_at)
         select $1, id, $2::smallint, '이름', 'a@example.com', $3::boolean, case when $2 = 4 then 'hash' end, $4::timestamptz,
                case when $5::boolean then $4::timestamptz end
         from person`,
        [roomId, role, access, CREATED, ended],
      )
    for (const [roomId, each] of [
      [1, {}],
      [1, {}],
      [1, { role: 5 }],
      [2, { role: 5 }],
      [2, {}],
      [3, { access: false }],
      [3, { ended: true }],
      [3, {}],
    ] as const)
      await person(roomId, each)
    await pool.query(
      `insert into destructions (room_id, state, asked_at, asked_by, confirmers, sealed)
       select id, case when id = 3 then 'confirmed' else 'asked' end, $1::timestamptz, null, '{1,2}', '' from rooms`,
      [CREATED],
    )
  }

  const seniorities = (roomId: number) => findOperators(database.db, roomId)
  const isAtUpgrade = (from: Date | undefined): boolean => {
    const since = (from?.getTime() ?? 0) - LIMITS.operatorSeniorityMs
    return since >= upgradedAt.from - 60_000 && since <= upgradedAt.to + 60_000
  }

  it('K06: count from the upgrade, but the first member of a room, who may enter, from its beginning', async () => {
    const [first, second, ...none] = await seniorities(1)
    expect(first?.seniorFrom).toEqual(new Date(CREATED.getTime() + LIMITS.operatorSeniorityMs))
    expect(isAtUpgrade(second?.seniorFrom)).toBe(true)
    expect(none).toEqual([])
    expect((await seniorities(2)).map(({ seniorFrom }) => isAtUpgrade(seniorFrom))).toEqual([true])
    expect((await seniorities(3)).map(({ seniorFrom }) => isAtUpgrade(seniorFrom))).toEqual([true])
    const { rows } = await database.pool.query(
      'select role_id, operator_since from members where room_id = 3 order by id',
    )
    expect(rows.map(({ operator_since: since }) => since === null)).toEqual([false, true, false])
  })

  it('K06: confirm nothing at once for seven days, and a request from before the upgrade waits for the 24 hours', async () => {
    const operators = await seniorities(1)
    const [first, second] = operators.map(({ userId }) => userId)
    if (first === undefined || second === undefined) throw new Error('the room has two operators')
    const now = new Date(upgradedAt.to)
    expect(confirmersOf(operators, first, now)).toEqual([])
    expect(confirmersOf(operators, second, now)).toEqual([])
    const from = confirmableFrom(operators, first)
    expect(isAtUpgrade(from)).toBe(true)
    expect(confirmersOf(operators, first, from ?? now)).toEqual([second])
    const { rows } = await database.pool.query(
      'select room_id, confirmers from destructions order by room_id',
    )
    expect(rows).toEqual([
      { room_id: 1, confirmers: [] },
      { room_id: 2, confirmers: [] },
      { room_id: 3, confirmers: [1, 2] },
    ])
  })
})
