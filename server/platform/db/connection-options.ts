import type { ClientConfig } from 'pg'

/** `host` is the socket's folder. The operating system authenticates the user. */
export interface SocketConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export type ConnectionOptions = { readonly connectionString: string } | SocketConnection

/** Sockets never use TLS, regardless of PGSSLMODE. */
export function toClientConfig(options: ConnectionOptions): ClientConfig {
  return 'connectionString' in options ? { connectionString: options.connectionString } : { ...options, ssl: false }
}
