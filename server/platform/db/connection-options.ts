import type { ClientConfig } from 'pg'

/** A server on a Unix socket: `host` is the socket's folder, and the operating system vouches for the user. */
export interface SocketConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** Where the database is: an outside server by its URL, or the embedded one by its socket. */
export type ConnectionOptions = { readonly connectionString: string } | SocketConnection

/** node-postgres' settings for `options`. A socket never speaks TLS, whatever PGSSLMODE says. */
export function toClientConfig(options: ConnectionOptions): ClientConfig {
  return 'connectionString' in options ? { connectionString: options.connectionString } : { ...options, ssl: false }
}
