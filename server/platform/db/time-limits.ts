import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient, PoolConfig, QueryConfig } from 'pg'
import type { Pooling } from './connection-options.ts'
import { wrapClients } from './wrap-clients.ts'

const STATEMENT_LIMIT_MS = 30_000
const IDLE_IN_TRANSACTION_LIMIT_MS = 60_000
/** A pooler keeps transactions waiting while PostgreSQL is away. */
const BEGIN_LIMIT_MS = 10_000
const PING_LIMIT_MS = 3_000

const limits = (set: 'set' | 'set local'): string =>
  `${set} statement_timeout = ${STATEMENT_LIMIT_MS}; ${set} idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_LIMIT_MS}`

/** The driver's types lack `query_timeout`. */
const within = (
  text: string,
  limitMs: number,
): QueryConfig & { readonly query_timeout: number } => ({ text, query_timeout: limitMs })

/** @throws Error without an answer within three seconds. */
export async function ping(pool: Pool): Promise<void> {
  await pool.query(within('select 1', PING_LIMIT_MS))
}

const BEGINS = /^(?:begin|start transaction)\b/
const ENDS = /^(?:commit|rollback)$/

/** Poolers refuse these start parameters. */
export function limitsOfSession(pooling: Pooling): PoolConfig {
  if (pooling === 'none')
    return {
      statement_timeout: STATEMENT_LIMIT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_LIMIT_MS,
    }
  if (pooling === 'session')
    return { onConnect: async (client) => void (await client.query(limits('set'))) }
  return {}
}

/** Session settings may not last. */
export const limitTransactions = (pool: Pool): PostgresPool =>
  wrapClients(pool, (client) => new LimitedClient(client))

class LimitedClient implements PostgresPoolClient {
  readonly #client: PoolClient
  #inTransaction = false
  /** An unanswered statement would delay the next user. */
  #isStuck = false

  constructor(client: PoolClient) {
    this.#client = client
  }

  query<Row>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query<Row>(
    statement: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof statement !== 'string') throw new Error('cursors are not limited in time')
    return this.#run<Row>(statement, [...parameters])
  }

  release(): void {
    this.#inTransaction = false
    this.#client.release(this.#isStuck)
  }

  async #run<Row>(statement: string, parameters: unknown[]): Promise<PostgresQueryResult<Row>> {
    if (BEGINS.test(statement)) return this.#begin(statement)
    if (ENDS.test(statement)) this.#inTransaction = false
    else if (!this.#inTransaction) return this.#runAlone<Row>(statement, parameters)
    return this.#ask<Row>(statement, parameters)
  }

  async #begin<Row>(statement: string): Promise<PostgresQueryResult<Row>> {
    this.#isStuck = true
    await this.#client.query(within(`${statement}; ${limits('set local')}`, BEGIN_LIMIT_MS))
    this.#isStuck = false
    this.#inTransaction = true
    return { command: 'SELECT', rowCount: 0, rows: [] }
  }

  async #runAlone<Row>(
    statement: string,
    parameters: unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    await this.#begin('begin')
    try {
      const result = await this.#ask<Row>(statement, parameters)
      await this.#client.query('commit')
      return result
    } catch (error) {
      await this.#client.query('rollback').catch(() => undefined)
      throw error
    } finally {
      this.#inTransaction = false
    }
  }

  async #ask<Row>(statement: string, parameters: unknown[]): Promise<PostgresQueryResult<Row>> {
    return (await this.#client.query(statement, parameters)) as unknown as PostgresQueryResult<Row>
  }
}
