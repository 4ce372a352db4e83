import type { Kysely, Transaction } from 'kysely'

/** Features name their own tables with `db.withTables<TheirTables>()`. */
export type NoTables = Record<never, never>

export type Db = Kysely<NoTables>

export type Tx = Transaction<NoTables>

/** Store functions take it as their first argument, so that the use case decides what commits together. */
export type Queryable = Db | Tx
