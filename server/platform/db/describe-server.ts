import type { Database } from './connect.ts'

export interface DatabaseServer {
  readonly version: string
  readonly encoding: string
  readonly zone: string
  /** This is the least limit of server, database and role. */
  readonly connections: number
  readonly latencyMs: number
}

const PROBES = 5

export async function describeServer({ pool }: Pick<Database, 'pool'>): Promise<DatabaseServer> {
  const { rows } = await pool.query<Omit<DatabaseServer, 'latencyMs'>>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
            current_setting('TimeZone') as zone,
            least(current_setting('max_connections')::int,
              (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
              (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as connections`,
  )
  const [server] = rows
  if (!server) throw new Error('the database describes nothing')
  let latencyMs = Number.POSITIVE_INFINITY
  for (let probe = 0; probe < PROBES; probe += 1) {
    const began = performance.now()
    await pool.query('select 1')
    latencyMs = Math.min(latencyMs, performance.now() - began)
  }
  return { ...server, latencyMs }
}
