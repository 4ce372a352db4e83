import type { ClientConfig } from 'pg'

/** `host` is the socket's folder; the operating system authenticates. */
export interface SocketConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** A pooler lends a backend for a session or a transaction. */
export type Pooling = 'none' | 'session' | 'transaction'

export interface UrlConnection {
  readonly connectionString: string
  readonly pooling?: Pooling
  /** Users of a session bypass the pooler with this. */
  readonly direct?: UrlConnection
}

export type ConnectionOptions = UrlConnection | SocketConnection

/** Sockets have no TLS, regardless of PGSSLMODE. */
export function toClientConfig(options: ConnectionOptions): ClientConfig {
  return 'connectionString' in options
    ? { connectionString: options.connectionString }
    : { ...options, ssl: false }
}

export const directOf = (options: ConnectionOptions): ConnectionOptions =>
  ('connectionString' in options && options.direct) || options

export const poolingOf = (options: ConnectionOptions): Pooling =>
  ('connectionString' in options && options.pooling) || 'none'
