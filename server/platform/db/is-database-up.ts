import type { Database } from './connect.ts'

/** @throws Error if it does not answer. */
export async function isDatabaseUp({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  return (await pool.query('select 1')).rowCount === 1
}
