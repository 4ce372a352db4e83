import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { type CustomTypesConfig, Pool, TypeOverrides, types } from 'pg'
import type { Log } from '../log/log.ts'
import {
  type ConnectionOptions,
  directOf,
  type Pooling,
  poolingOf,
  toClientConfig,
} from './connection-options.ts'
import type { Db, NoTables, Tx } from './database.ts'
import { gatherNotices } from './notices.ts'
import { prepareRepeated } from './repeated-query.ts'
import { limitsOfSession, limitTransactions } from './time-limits.ts'

const POOL_SIZE = 20
/** Workers, outside work, a listener and the locks need connections; one is spare. */
const DIRECT_POOL_SIZE = 12
const CONNECT_WITHIN_MS = 10_000
const CLOSE_WITHIN_MS = 2_000
const OLDEST_SERVER = { number: 150_000, name: '15' }
const INT8 = 20
const INT8_ARRAY: number = 1016

export interface Database {
  readonly db: Db
  /** Connections may last for one statement. */
  readonly pool: Pool
  /** Session state needs this pool. Without a pooler, both are the same. */
  readonly direct: Pool
  readonly options: ConnectionOptions
  /** Runs at READ COMMITTED and retries nothing. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * `int8` becomes a number (RangeError beyond 2^53), `timestamptz` a Date, `numeric` and sums of int8 a string.
 * @throws Error if the server is unreachable, older than PostgreSQL 15 or not UTF-8.
 */
export async function connectDatabase(
  options: ConnectionOptions,
  {
    log,
    poolSize = POOL_SIZE,
  }: { readonly log: Pick<Log, 'debug' | 'warn'>; readonly poolSize?: number },
): Promise<Database> {
  const pool = openPool(options, log, poolSize)
  const direct =
    directOf(options) === options ? pool : openPool(directOf(options), log, DIRECT_POOL_SIZE)
  const pools = [...new Set([pool, direct])]
  try {
    await checkServer(pool)
  } catch (error) {
    await Promise.all(pools.map((each) => each.end()))
    throw error
  }
  const db = new Kysely<NoTables>({
    dialect: new PostgresDialect({ pool: suitedTo(poolingOf(options), pool) }),
  })
  return {
    db,
    pool,
    direct,
    options,
    transaction: (work) =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((tx) => gatherNotices(tx, work)),
    async close() {
      await Promise.all(pools.map(closePool))
    },
  }
}

function suitedTo(pooling: Pooling, pool: Pool): PostgresPool {
  if (pooling === 'transaction') return limitTransactions(pool)
  // Poolers may lend backends with another server's prepared statements.
  return pooling === 'session' ? pool : prepareRepeated(pool)
}

function openPool(options: ConnectionOptions, log: Pick<Log, 'debug' | 'warn'>, max: number): Pool {
  const pool = new Pool({
    ...toClientConfig(options),
    // Migration 0046 refuses earlier names.
    application_name: 'sealroom 2',
    max,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    types: numbersForInt8(),
    ...limitsOfSession(poolingOf(options)),
  })
  // Otherwise a lost connection ends the process.
  pool.on('error', (error) => log.warn({ error }, 'an idle database connection was lost'))
  pool.on('connect', (client) =>
    client.on('error', (error) => log.debug({ error }, 'a database connection was lost')),
  )
  return pool
}

/** Kysely's `destroy` may leave the pool open, and `end` does not wait, so an embedded server would log errors. */
async function closePool(pool: Pool): Promise<void> {
  let open = pool.totalCount
  const closed = new Promise<void>((resolve) => {
    pool.on('remove', () => {
      open -= 1
      if (open === 0) resolve()
    })
  })
  await pool.end()
  if (open > 0) await Promise.race([closed, delay(CLOSE_WITHIN_MS, undefined, { ref: false })])
}

function numbersForInt8(): CustomTypesConfig {
  const readTexts: (text: string) => unknown = types.getTypeParser(INT8_ARRAY, 'text')
  const overrides = new TypeOverrides()
  overrides.setTypeParser(INT8, parseInt8)
  overrides.setTypeParser(INT8_ARRAY, (text) => parseNested(readTexts(text)))
  return overrides
}

function parseNested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(parseNested)
  return typeof value === 'string' ? parseInt8(value) : value
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('an int8 from the database is beyond 2^53')
  return value
}

async function checkServer(pool: Pool): Promise<void> {
  const { rows } = await pool.query<ServerFacts>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
            current_setting('server_encoding') as encoding`,
  )
  const fault = rows[0] && findServerFault(rows[0])
  if (fault !== undefined) throw new Error(fault)
}

interface ServerFacts {
  /** PostgreSQL 18.4 is 180004. */
  readonly version: number
  readonly name: string
  readonly encoding: string
}

export function findServerFault({ version, name, encoding }: ServerFacts): string | undefined {
  if (version < OLDEST_SERVER.number)
    return `The database server is PostgreSQL ${name}; Sealroom needs ${OLDEST_SERVER.name} or later.`
  if (encoding === 'UTF8') return undefined
  return `The database stores ${encoding}, and Sealroom needs UTF8: create it with ENCODING 'UTF8' TEMPLATE template0.`
}
