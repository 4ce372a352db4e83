import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { type SocketConnection, toClientConfig } from '../../platform/db/connection-options.ts'
import { startEmbedded } from '../../platform/db/embedded/start-embedded.ts'
import { createLog } from '../../platform/log/log.ts'
import { measured } from './costs.ts'
import { putPreparedDatabase, RELAXED } from './prepared-database.ts'

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

const log = createLog({ level: 'error' })

/** Workers use several connection pools. */
const FLAGS = [...RELAXED, '-c', 'max_connections=200']

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sealroom-test-'))
  const { connection, superuser, stop } = await measured('cluster', async () => {
    await putPreparedDatabase(dataDir)
    return startEmbedded({ dataDir, log, extraFlags: FLAGS })
  })
  const teardown = async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await closeTemplate(superuser, connection.database)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('testCluster', {
    superuser,
    appRole: connection.user,
    template: connection.database,
  })
  return teardown
}

/** PostgreSQL cannot copy a database in use. */
async function closeTemplate(superuser: SocketConnection, template: string): Promise<void> {
  const client = new Client(toClientConfig(superuser))
  await client.connect()
  await client.query(
    `alter database ${client.escapeIdentifier(template)} with is_template true allow_connections false`,
  )
  await client.end()
}
