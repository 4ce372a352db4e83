/** One statement with this many rows stays far below the 65,535 parameters that PostgreSQL accepts. */
const ROWS_PER_STATEMENT = 1_000

/** Returns the rows in their order, at most `size` at a time. */
export function* portionsOf<T>(rows: readonly T[], size: number = ROWS_PER_STATEMENT): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}
