/** Packages that are missing. */
export const lackingPgbouncer: readonly string[]

export interface Pgbouncer {
  /** The same database behind the pooler. */
  readonly url: string
  start(): Promise<void>
  /** Cuts all connections. */
  stop(): Promise<void>
  remove(): Promise<void>
}

export interface PoolerOptions {
  /** Default transaction. */
  readonly mode?: 'session' | 'transaction' | 'statement'
  /** Connections to the database. Default 4. */
  readonly poolSize?: number
}

export function startPgbouncer(url: string, options?: PoolerOptions): Promise<Pgbouncer>
