import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts'
import { type Log, silentLog } from '../log/log.ts'
import { connectDatabase, type Database, findServerFault } from './connect.ts'
import { toClientConfig } from './connection-options.ts'
import type { Queryable } from './database.ts'

describe('a connected database', () => {
  const warnings: string[] = []
  const log: Log = {
    ...silentLog,
    warn: (_: object | string, message?: string) => void warnings.push(message ?? ''),
  }
  let own: TestDatabase
  let database: Database

  beforeAll(async () => {
    own = await createTestDatabase()
    database = await connectDatabase(own.connection, { log })
  })
  afterAll(async () => {
    await database.close()
    await own.drop()
  })

  it('reads int8 as a number, in arrays too, and times as dates', async () => {
    const { rows } =
      await sql`select 9007199254740991::int8 as one, array[1, null, 3]::int8[] as many, null::int8 as none,
      '2026-03-04 05:06:07+09'::timestamptz as at`.execute(database.db)
    expect(rows).toEqual([
      {
        one: 9_007_199_254_740_991,
        many: [1, null, 3],
        none: null,
        at: new Date('2026-03-03T20:06:07Z'),
      },
    ])
  })

  it('outlives the death of a connection that is in use between two queries', async () => {
    const cut = database.transaction(async (tx) => {
      const pid = await value(tx, sql`select pg_backend_pid() as value`)
      await sql`select pg_terminate_backend(${pid}, 5000)`.execute(database.db)
      await delay(100)
      await sql`select 1`.execute(tx)
    })
    await expect(cut).rejects.toThrow()
    expect(await value(database.db, sql`select 1 as value`)).toBe(1)
  })

  it('rejects an int8 that a number cannot hold, and works on', async () => {
    await expect(sql`select 9007199254740992::int8 as n`.execute(database.db)).rejects.toThrow(
      RangeError,
    )
    await expect(
      sql`select array[-9007199254740992]::int8[] as n`.execute(database.db),
    ).rejects.toThrow(RangeError)
    expect(await value(database.db, sql`select 1 as value`)).toBe(1)
  })

  it('limits statements and idle transactions, and has a name', async () => {
    expect(
      await value(database.db, sql`select current_setting('statement_timeout') as value`),
    ).toBe('30s')
    expect(
      await value(
        database.db,
        sql`select current_setting('idle_in_transaction_session_timeout') as value`,
      ),
    ).toBe('1min')
    expect(await value(database.db, sql`select current_setting('application_name') as value`)).toBe(
      'sealroom 2',
    )
  })

  it('commits what a transaction did, and nothing of one that throws', async () => {
    await sql`create table kept (n integer)`.execute(database.db)
    const level = await database.transaction(async (tx) => {
      await sql`insert into kept values (1)`.execute(tx)
      return value(tx, sql`select current_setting('transaction_isolation') as value`)
    })
    expect(level).toBe('read committed')
    let runs = 0
    const failing = database.transaction(async (tx) => {
      runs += 1
      await sql`insert into kept values (2)`.execute(tx)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(runs).toBe(1)
    expect((await sql`select n from kept`.execute(database.db)).rows).toEqual([{ n: 1 }])
  })

  it('outlives the death of its idle connections', async () => {
    const before = warnings.length
    const killer = new Client(toClientConfig(own.connection))
    await killer.connect()
    await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await killer.end()
    while (warnings.length === before) await delay(5)
    expect(warnings.at(-1)).toBe('an idle database connection was lost')
    expect(await value(database.db, sql`select 1 as value`)).toBe(1)
  })
})

describe('connectDatabase', () => {
  it('refuses a database that does not store UTF-8', async () => {
    const { superuser } = inject('testCluster')
    const client = new Client(toClientConfig(superuser))
    await client.connect()
    await client.query(
      `create database ascii_only encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
    )
    const connecting = connectDatabase({ ...superuser, database: 'ascii_only' }, { log: silentLog })
    await expect(connecting).rejects.toThrow('The database stores SQL_ASCII')
    await client.query('drop database ascii_only')
    await client.end()
  })

  it('says so when there is no server', async () => {
    const nowhere = { ...inject('testCluster').superuser, host: '/nowhere' }
    await expect(connectDatabase(nowhere, { log: silentLog })).rejects.toThrow('/nowhere')
  })

  it('closes although nothing was asked', async () => {
    const own = await createTestDatabase()
    const database = await connectDatabase(own.connection, { log: silentLog })
    await database.close()
    expect(database.pool.totalCount).toBe(0)
    await own.drop()
  })
})

describe('findServerFault', () => {
  it('takes PostgreSQL 15 and no older one', () => {
    expect(findServerFault({ version: 150_000, name: '15.0', encoding: 'UTF8' })).toBeUndefined()
    expect(findServerFault({ version: 140_022, name: '14.22', encoding: 'UTF8' })).toBe(
      'The database server is PostgreSQL 14.22; Sealroom needs 15 or later.',
    )
  })
})

async function value(db: Queryable, query: ReturnType<typeof sql>): Promise<unknown> {
  const { rows } = await query.execute(db)
  return (rows[0] as { value: unknown }).value
}
