import type {
  CompiledQuery,
  PostgresCursor,
  PostgresPool,
  PostgresPoolClient,
  PostgresQueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Queryable } from './database.ts'
import { wrapClients } from './wrap-clients.ts'

interface Argument {
  readonly argument: number
}

const NAMED_AT_MOST = 100

const names = new Map<string, string>()

/**
 * Frequent queries compile once per process and plan once per connection. Text must not depend on values.
 * @param write may only pass its placeholders on as parameters
 */
export function repeatedQuery<Values extends readonly unknown[], Row>(
  write: (db: Queryable, ...values: Values) => { compile(): CompiledQuery<Row> },
): (db: Queryable, ...values: Values) => Promise<Row[]> {
  let written: CompiledQuery<Row> | undefined
  return async (db, ...values) => {
    if (written === undefined) {
      const places = values.map((_, argument): Argument => ({ argument }))
      written = write(db, ...(places as unknown as Values)).compile()
      register(written.sql)
    }
    const parameters = written.parameters.map((parameter) =>
      isArgument(parameter) ? values[parameter.argument] : parameter,
    )
    return (await db.executeQuery<Row>({ ...written, parameters })).rows
  }
}

/** Few texts are each planned once per connection. */
export async function runRepeated<Row>(
  db: Queryable,
  query: { compile(db: Queryable): CompiledQuery<Row> },
): Promise<Row[]> {
  const written = query.compile(db)
  register(written.sql)
  return (await db.executeQuery<Row>(written)).rows
}

/** Varying texts would fill connections. */
function register(text: string): void {
  if (names.size < NAMED_AT_MOST && !names.has(text)) names.set(text, `repeated_${names.size + 1}`)
}

const isArgument = (parameter: unknown): parameter is Argument =>
  typeof parameter === 'object' && parameter !== null && 'argument' in parameter

/** Each connection must keep one backend. */
export const prepareRepeated = (pool: Pool): PostgresPool =>
  wrapClients(pool, (client) => new PreparingClient(client))

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient

  constructor(client: PoolClient) {
    this.#client = client
  }

  query<Row>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query<Row>(
    text: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new Error('cursors are not used')
    const name = names.get(text)
    const asked = { text, values: [...parameters], ...(name === undefined ? {} : { name }) }
    return this.#client.query(asked) as unknown as Promise<PostgresQueryResult<Row>>
  }

  release(): void {
    this.#client.release()
  }
}
