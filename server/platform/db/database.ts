import type { Kysely, Transaction } from 'kysely'

export type NoTables = Record<never, never>

export type Db = Kysely<NoTables>

export type Tx = Transaction<NoTables>

/** The use case decides what commits together, so stores receive it. */
export type Queryable = Db | Tx
