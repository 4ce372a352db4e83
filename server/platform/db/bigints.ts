import { type RawBuilder, sql } from 'kysely'

/** Ids as one parameter. */
export const bigints = (ids: readonly number[]): RawBuilder<number[]> => sql`${[...ids]}::bigint[]`
