import type { Kysely, Transaction } from 'kysely'

export type NoTables = Record<never, never>

export type Db = Kysely<NoTables>

export type Tx = Transaction<NoTables>

/** Use cases decide what commits together. */
export type Queryable = Db | Tx
