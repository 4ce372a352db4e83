import type { ClientConfig } from 'pg'

/** `host` is the socket's folder. The operating system authenticates the user. */
export interface SocketConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** For how long a connection has one backend of PostgreSQL. A pooler may lend it for a session or for a transaction. */
export type Pooling = 'none' | 'session' | 'transaction'

export interface UrlConnection {
  readonly connectionString: string
  /** Default none. */
  readonly pooling?: Pooling
  /** Leads past a pooler, for what needs a session. */
  readonly direct?: UrlConnection
}

export type ConnectionOptions = UrlConnection | SocketConnection

/** Sockets never use TLS, regardless of PGSSLMODE. */
export function toClientConfig(options: ConnectionOptions): ClientConfig {
  return 'connectionString' in options ? { connectionString: options.connectionString } : { ...options, ssl: false }
}

/** The connection of what needs a session, such as listening. */
export const directOf = (options: ConnectionOptions): ConnectionOptions => ('connectionString' in options && options.direct) || options

export const poolingOf = (options: ConnectionOptions): Pooling => ('connectionString' in options && options.pooling) || 'none'
