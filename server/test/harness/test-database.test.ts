import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toClientConfig } from '../../platform/db/connection-options.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

describe('createTestDatabase', () => {
  let one: TestDatabase
  let other: TestDatabase

  beforeAll(async () => {
    ;[one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  })
  afterAll(async () => {
    await Promise.all([one.drop(), other.drop()])
  })

  it('brings the schema of the jobs and a record of the migrations', async () => {
    expect(
      await ask(one, `select to_regclass('graphile_worker._private_jobs') is not null as answer`),
    ).toBe(true)
    expect(await ask(one, `select to_regclass('schema_migrations') is not null as answer`)).toBe(
      true,
    )
  })

  it('belongs to the app role, which is no superuser', async () => {
    expect(
      await ask(
        one,
        'select pg_get_userbyid(datdba) = current_user as answer from pg_database where datname = current_database()',
      ),
    ).toBe(true)
    expect(
      await ask(
        one,
        'select rolsuper or rolcreatedb or rolcreaterole or rolbypassrls as answer from pg_roles where rolname = current_user',
      ),
    ).toBe(false)
  })

  it('shares nothing with another one', async () => {
    await ask(one, 'create table only_here as select 1 as answer')
    expect(await ask(other, `select to_regclass('only_here') is null as answer`)).toBe(true)
  })

  it('is gone after drop, despite open connections', async () => {
    const short = await createTestDatabase()
    const client = new Client(toClientConfig(short.connection))
    client.on('error', () => undefined)
    await client.connect()
    await short.drop()
    await expect(ask(short, 'select 1 as answer')).rejects.toThrow(DatabaseError)
    await expect(client.query('select 1')).rejects.toThrow()
  })
})

async function ask(database: TestDatabase, statement: string): Promise<unknown> {
  const client = new Client(toClientConfig(database.connection))
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(statement)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}
