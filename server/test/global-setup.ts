import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../platform/db/connect.ts'
import { type SocketConnection, toClientConfig } from '../platform/db/connection-options.ts'
import { startEmbedded } from '../platform/db/embedded/start-embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createLog } from '../platform/log/log.ts'

/** The cluster of this test run. Its `template` database is migrated, and every test database is a copy of it. */
export interface TestCluster {
  readonly superuser: SocketConnection
  readonly appRole: string
  readonly template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster
  }
}

const MIGRATIONS = join(import.meta.dirname, '../migrations')

const log = createLog({ level: 'error' })

/** Test databases need not outlive a power cut. */
const RELAXED = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'].flatMap((flag) => ['-c', flag])

/** Runs once before all tests: starts one PostgreSQL in a folder of its own and prepares the template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sealroom-test-'))
  const { connection, superuser, stop } = await startEmbedded({ dataDir, log, extraFlags: RELAXED })
  const teardown = async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await prepareTemplate(connection)
    await closeTemplate(superuser, connection.database)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('testCluster', { superuser, appRole: connection.user, template: connection.database })
  return teardown
}

/** Everything that a new installation's database holds before its first room. */
async function prepareTemplate(connection: SocketConnection): Promise<void> {
  const database = await connectDatabase(connection, { log })
  try {
    await migrate(database.pool, MIGRATIONS, log)
    await runMigrations({ pgPool: database.pool })
  } finally {
    await database.close()
  }
}

/** A database that somebody is connected to cannot be copied. */
async function closeTemplate(superuser: SocketConnection, template: string): Promise<void> {
  const client = new Client(toClientConfig(superuser))
  await client.connect()
  await client.query(`alter database ${client.escapeIdentifier(template)} with is_template true allow_connections false`)
  await client.end()
}
