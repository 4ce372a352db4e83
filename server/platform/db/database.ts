import type { Kysely, Transaction } from 'kysely'

/** Features name their own tables with `db.withTables<TheirTables>()`; the platform knows none. */
export type NoTables = Record<never, never>

/** The pool of connections. */
export type Db = Kysely<NoTables>

/** One transaction. */
export type Tx = Transaction<NoTables>

/** Whatever a query can run on. A store function takes this first, so that the use case decides what commits together. */
export type Queryable = Db | Tx
