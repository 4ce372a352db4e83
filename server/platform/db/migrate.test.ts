import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { silentLog } from '../log/log.ts'
import { connectDatabase, type Database } from './connect.ts'
import { toClientConfig } from './connection-options.ts'
import { migrate } from './migrate.ts'

describe('migrate', () => {
  const connection = {
    ...inject('testCluster').superuser,
    user: inject('testCluster').appRole,
    database: 'migrate_test',
  }
  let folder: string
  let database: Database
  let pool: Pool

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'migrations-'))
    await asSuperuser(`create database migrate_test owner ${connection.user} template template0`)
    database = await connectDatabase(connection, { log: silentLog })
    pool = database.pool
  })
  afterEach(async () => {
    await database.close()
    await asSuperuser('drop database migrate_test with (force)')
    rmSync(folder, { recursive: true })
  })

  it('runs the files in order, each once', async () => {
    write('0002_more.sql', 'alter table note add column title text; insert into note values (2)')
    write('0001_note.sql', 'create table note (id integer primary key)')
    write('readme.md', 'not a migration')
    expect(await migrate(pool, folder, silentLog)).toEqual(['0001_note.sql', '0002_more.sql'])
    expect(await migrate(pool, folder, silentLog)).toEqual([])
    write('0004_later.sql', 'insert into note values (4)')
    expect(await migrate(pool, folder, silentLog)).toEqual(['0004_later.sql'])
    expect(await column('select id as value from note order by id')).toEqual([2, 4])
  })

  it('applies each once when two programs start at the same time', async () => {
    write('0001_note.sql', 'create table note (id integer); select pg_sleep(0.2)')
    write('0002_row.sql', 'insert into note values (1)')
    const second = await connectDatabase(connection, { log: silentLog })
    const results = await Promise.all([
      migrate(pool, folder, silentLog),
      migrate(second.pool, folder, silentLog),
    ])
    await second.close()
    expect(results.map((names) => names.length).sort()).toEqual([0, 2])
    expect(await column('select id as value from note')).toEqual([1])
  })

  it('leaves nothing of a file that fails, and keeps those before it', async () => {
    write('0001_note.sql', 'create table note (id integer)')
    write(
      '0002_broken.sql',
      'create table other (id integer); insert into note values (1); select 1 / 0',
    )
    await expect(migrate(pool, folder, silentLog)).rejects.toThrow(
      'Migration 0002_broken.sql failed: division by zero',
    )
    expect(await column(`select to_regclass('other')::text as value`)).toEqual([null])
    expect(await column('select id as value from note')).toEqual([])
    write('0002_broken.sql', 'insert into note values (2)')
    expect(await migrate(pool, folder, silentLog)).toEqual(['0002_broken.sql'])
  })

  it('refuses a file that was changed after it was applied', async () => {
    write('0001_note.sql', 'create table note (id integer)')
    await migrate(pool, folder, silentLog)
    write('0001_note.sql', 'create table note (id bigint)')
    write('0002_row.sql', 'insert into note values (1)')
    await expect(migrate(pool, folder, silentLog)).rejects.toThrow(
      'Migration 0001_note.sql was changed after it was applied',
    )
    expect(await column('select id as value from note')).toEqual([])
  })

  it('refuses a database that is newer than the program', async () => {
    write('0001_note.sql', 'create table note (id integer)')
    write('0002_row.sql', 'insert into note values (1)')
    await migrate(pool, folder, silentLog)
    rmSync(join(folder, '0002_row.sql'))
    await expect(migrate(pool, folder, silentLog)).rejects.toThrow(
      'The database is newer than this program: it has 0002_row.sql.',
    )
  })

  it('refuses a file that comes before an applied one', async () => {
    write('0001_note.sql', 'create table note (id integer)')
    write('0003_row.sql', 'insert into note values (3)')
    await migrate(pool, folder, silentLog)
    write('0002_late.sql', 'insert into note values (2)')
    await expect(migrate(pool, folder, silentLog)).rejects.toThrow('Migrations are out of order')
    expect(await column('select id as value from note')).toEqual([3])
  })

  it('refuses names that it cannot put in order', async () => {
    write('1_note.sql', 'select 1')
    await expect(migrate(pool, folder, silentLog)).rejects.toThrow(
      '1_note.sql is not named as a migration',
    )
    rmSync(join(folder, '1_note.sql'))
    write('0001_a.sql', 'select 1')
    write('0001_b.sql', 'select 1')
    await expect(migrate(pool, folder, silentLog)).rejects.toThrow(
      'Two migrations have the number of 0001_a.sql',
    )
  })

  it('may take longer than a request, and hands no connection with that freedom back to the pool', async () => {
    write(
      '0001_limit.sql',
      `create table seen as select current_setting('statement_timeout') as value`,
    )
    await migrate(pool, folder, silentLog)
    expect(await column('select value from seen')).toEqual(['0'])
    expect(await column(`select current_setting('statement_timeout') as value`)).toEqual(['30s'])
    // Concurrent tests share the cluster.
    const own = `database = (select oid from pg_database where datname = current_database())`
    const locks = () =>
      column(`select count(*)::int as value from pg_locks where locktype = 'advisory' and ${own}`)
    await expect.poll(locks).toEqual([0])
  })

  function write(name: string, statements: string): void {
    writeFileSync(join(folder, name), statements)
  }

  async function column(query: string): Promise<unknown[]> {
    const { rows } = await pool.query<{ value: unknown }>(query)
    return rows.map(({ value }) => value)
  }
})

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client(toClientConfig(inject('testCluster').superuser))
  await client.connect()
  await client.query(statement)
  await client.end()
}
