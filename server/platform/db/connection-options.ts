import type { ClientConfig } from 'pg'

/** `host` is the folder of the socket. The operating system authenticates the user. */
export interface SocketConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** How long a connection keeps one backend of PostgreSQL: a pooler may lend it for a session or for a transaction. */
export type Pooling = 'none' | 'session' | 'transaction'

export interface UrlConnection {
  readonly connectionString: string
  readonly pooling?: Pooling
  /** This is a connection that bypasses the pooler, for users of a session. */
  readonly direct?: UrlConnection
}

export type ConnectionOptions = UrlConnection | SocketConnection

/** Disables TLS for sockets, regardless of PGSSLMODE. */
export function toClientConfig(options: ConnectionOptions): ClientConfig {
  return 'connectionString' in options ? { connectionString: options.connectionString } : { ...options, ssl: false }
}

/** Returns the connection for users of a session, such as listeners. */
export const directOf = (options: ConnectionOptions): ConnectionOptions => ('connectionString' in options && options.direct) || options

export const poolingOf = (options: ConnectionOptions): Pooling => ('connectionString' in options && options.pooling) || 'none'
