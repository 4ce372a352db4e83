import { randomBytes } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { type Pooling, toClientConfig } from './connection-options.ts'

const CONNECT_WITHIN_MS = 10_000
const ANSWER_WITHIN_MS = 5_000
/** Others can hide one exchange of backends, but hardly ten. */
const ROUNDS = 10

/**
 * Transaction poolers lend the idle connection's backend to the other.
 * @throws Error if the database cannot be reached or accepts no transactions.
 */
export async function findPooling(connectionString: string): Promise<Pooling> {
  const idle = clientOf(connectionString)
  const busy = clientOf(connectionString)
  try {
    await idle.connect()
    await busy.connect()
    const own = await backendOf(idle)
    for (let round = 0; round < ROUNDS; round += 1) {
      const borrowed = await borrowBackend(busy)
      if (borrowed === own || (await backendOf(idle)) !== own) return 'transaction'
      // A session pooler's last backend makes the second connection wait.
      if (borrowed === undefined) return 'session'
    }
    return announcedBackend(idle) === own ? 'none' : 'session'
  } finally {
    await Promise.all([idle, busy].map(end))
  }
}

/** An advisory lock belongs to one database; copies and standbys do not share it. */
export async function isSameDatabase(one: Pool, other: Pool): Promise<boolean> {
  const key = randomBytes(8).readBigInt64BE().toString()
  const holder = await one.connect()
  try {
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock($1)', [key])
    const { rows } = await other.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1) as free',
      [key],
    )
    await holder.query('rollback')
    return rows[0]?.free === false
  } finally {
    holder.release()
  }
}

function clientOf(connectionString: string): Client {
  const client = new Client({
    ...toClientConfig({ connectionString }),
    application_name: 'sealroom 2',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  })
  // The query reports the error.
  client.on('error', () => undefined)
  return client
}

async function backendOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

async function borrowBackend(client: Client): Promise<number | undefined> {
  try {
    await client.query('begin')
  } catch (error) {
    if (error instanceof Error && error.message === 'Query read timeout') return undefined
    throw error
  }
  const backend = await backendOf(client)
  await client.query('rollback')
  return backend
}

/** A pooler announces its own number. */
const announcedBackend = (client: Client): unknown =>
  'processID' in client ? client.processID : undefined

/** A connection with an unanswered query does not end. */
async function end(client: Client): Promise<void> {
  await Promise.race([client.end(), new Promise((resolve) => setTimeout(resolve, 500))]).catch(
    () => undefined,
  )
  client.connection.stream.destroy()
}
