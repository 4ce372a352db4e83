import type { Database } from './connect.ts'
import type { Tx } from './database.ts'

interface Undoable<T> {
  readonly work: (tx: Tx) => Promise<T>
  /** Runs without a transaction, so it may take a connection. */
  readonly undo: () => Promise<void>
}

/** Undoes work that failed. A failed commit may have succeeded, so the sweep decides. */
export async function undoneTransaction<T>(
  { transaction }: Pick<Database, 'transaction'>,
  { work, undo }: Undoable<T>,
): Promise<T> {
  let hasFailed = false
  try {
    return await transaction((tx) =>
      work(tx).catch((error: unknown) => {
        hasFailed = true
        throw error
      }),
    )
  } catch (error) {
    if (hasFailed) await undo()
    throw error
  }
}
