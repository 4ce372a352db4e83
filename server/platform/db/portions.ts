/** PostgreSQL accepts 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000

export function* portionsOf<T>(
  rows: readonly T[],
  size: number = ROWS_PER_STATEMENT,
): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}
