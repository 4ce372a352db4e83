import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts'
import { silentLog } from '../log/log.ts'
import { connectDatabase, type Database } from './connect.ts'
import type { Queryable } from './database.ts'
import { repeatedQuery, runRepeated } from './repeated-query.ts'

interface Sum {
  readonly sum: number
  readonly word: string | null
}

const add = repeatedQuery((db: Queryable, one: number, other: number, word: string | null) => ({
  compile: () =>
    sql<Sum>`select ${one}::int + ${other}::int * ${2}::int - ${one}::int as sum, ${word}::text as word`.compile(
      db,
    ),
}))

interface Prepared {
  readonly statement: string
  readonly uses: string
}

const findPrepared = async (db: Queryable, word: string): Promise<number[]> => {
  const { rows } = await sql<Prepared>`
    select statement, (generic_plans + custom_plans)::text as uses from pg_prepared_statements where statement like ${`%${word}%`}`.execute(
    db,
  )
  return rows.map(({ uses }) => Number(uses))
}

describe('a repeated query', () => {
  let own: TestDatabase
  let database: Database
  beforeAll(async () => {
    own = await createTestDatabase()
    database = await connectDatabase(own.connection, { log: silentLog })
  })
  afterAll(async () => {
    await database.close()
    await own.drop()
  })

  it('takes the values of each call, wherever they stand in its text, and is prepared once in a connection', async () => {
    await database.transaction(async (tx) => {
      for (const [one, other, word] of [
        [1, 2, '계약'],
        [5, -3, null],
        [0, 0, "'; drop table rooms; --"],
      ] as const)
        expect(await add(tx, one, other, word)).toEqual([{ sum: other * 2, word }])
      expect(await findPrepared(tx, 'as sum')).toEqual([3])
    })
  })

  it('works for several at once in several connections', async () => {
    const sums = await Promise.all(
      Array.from({ length: 50 }, (_, at) => add(database.db, at, at, String(at))),
    )
    expect(sums).toEqual(Array.from({ length: 50 }, (_, at) => [{ sum: at * 2, word: String(at) }]))
  })

  it('is planned again after a column was added to its table, and fails no call', async () => {
    await sql`create table words (id int primary key, word text)`.execute(database.db)
    await sql`insert into words values (1, '하나')`.execute(database.db)
    const find = (id: number) => database.transaction((tx) => runRepeated(tx, sqlOf(tx, id)))
    const sqlOf = (tx: Queryable, id: number) => ({
      compile: () => sql<{ word: string }>`select word from words where id = ${id}`.compile(tx),
    })
    for (let call = 0; call < 10; call += 1) expect(await find(1)).toEqual([{ word: '하나' }])
    await sql`alter table words add column more text default '더'`.execute(database.db)
    expect(await find(1)).toEqual([{ word: '하나' }])
    expect(await find(2)).toEqual([])
  })

  it('is not prepared under ever new names where its text varies after all', async () => {
    await database.transaction(async (tx) => {
      for (let text = 0; text < 150; text += 1) {
        expect(
          await runRepeated(tx, sql<{ varied: number }>`select ${sql.raw(String(text))} as varied`),
        ).toEqual([{ varied: text }])
      }
      expect((await findPrepared(tx, 'as varied')).length).toBeLessThanOrEqual(100)
    })
  })
})
