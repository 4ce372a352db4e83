import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type SocketConnection, toClientConfig } from '../../platform/db/connection-options.ts'

export interface TestDatabase {
  readonly connection: SocketConnection
  drop(): Promise<void>
}

/** `empty` copies PostgreSQL's template. Teardown calls `drop`. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const { superuser, appRole, template } = inject('testCluster')
  const database = `test_${randomBytes(8).toString('hex')}`
  await runAsSuperuser(
    `create database ${database} template ${empty ? 'template0' : template} owner ${appRole}`,
  )
  return {
    connection: { ...superuser, user: appRole, database },
    drop: () => runAsSuperuser(`drop database if exists ${database} with (force)`),
  }

  async function runAsSuperuser(statement: string): Promise<void> {
    const client = new Client(toClientConfig(superuser))
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
}
