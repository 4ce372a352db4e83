import { type RawBuilder, sql } from 'kysely'

export const bigints = (ids: readonly number[]): RawBuilder<number[]> => sql`${[...ids]}::bigint[]`
