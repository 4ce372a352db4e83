import path from 'node:path'
import { PROJECT_ROOT } from '../platform/config/project-root.ts'
import type { Database } from '../platform/db/connect.ts'
import { poolingOf } from '../platform/db/connection-options.ts'
import { describeServer } from '../platform/db/describe-server.ts'
import { findPending, NewerDatabaseError } from '../platform/db/migrate.ts'
import { type Check, type Finding, fault, ok, skipped, warning, withDatabase } from './check.ts'

const MIGRATIONS = path.join(PROJECT_ROOT, 'server', 'migrations')
/** docs/operate/database.md counts one server's connections. */
const CONNECTIONS = 23
const SLOW_MS = 20

export const databaseChecks: readonly Check[] = [
  {
    name: 'database',
    withinMs: 130_000,
    run: async ({ database, settings: { DATABASE_URL } }) => {
      try {
        return await describedBy(await database())
      } catch (error) {
        if (error instanceof NoDatabaseError) return skipped(error.message)
        const message = error instanceof Error ? error.message : 'it cannot be opened'
        return fault(
          message,
          DATABASE_URL === undefined
            ? 'Correct what the message names; docs/operate/start-and-stop.md describes the embedded database.'
            : 'Correct DATABASE_URL, and look whether the database server runs.',
        )
      }
    },
  },
  {
    name: 'migrations',
    withinMs: 10_000,
    run: (examined) => withDatabase(examined, checkMigrations),
  },
]

/** A check must not create a missing database. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError'
}

async function describedBy(database: Database): Promise<Finding> {
  const { version, encoding, zone, connections, latencyMs } = await describeServer(database)
  const message = `PostgreSQL ${version}, ${encoding}, time zone ${zone}, ${connections} connections, ${latencyMs.toFixed(1)} ms for a query${throughPooler(database)}`
  if (connections < CONNECTIONS)
    return fault(
      message,
      `Each process takes up to ${CONNECTIONS} connections: raise max_connections, or the limit of the role.`,
    )
  if (latencyMs > SLOW_MS)
    return warning(
      message,
      'Each request takes several queries: bring the database nearer, or look at its load.',
    )
  return ok(message)
}

function throughPooler({ options, direct, pool }: Database): string {
  const pooling = poolingOf(options)
  const past = pool === direct ? '' : ', and past it by DATABASE_DIRECT_URL'
  return pooling === 'none' ? '' : `, through a pooler by ${pooling}${past}`
}

async function checkMigrations({ pool }: Database): Promise<Finding> {
  try {
    const pending = await findPending(pool, MIGRATIONS)
    if (pending.length === 0) return ok('the database is up to date')
    return warning(
      `${pending.length} migrations wait`,
      'Back up, and restart the servers with this release; they migrate at the start.',
    )
  } catch (error) {
    const message = error instanceof Error ? error.message : 'they cannot be compared'
    const remedy =
      error instanceof NewerDatabaseError
        ? 'Install that release, or restore the backup of before.'
        : 'Install an unchanged release.'
    return fault(message, remedy)
  }
}
