import type { Tx } from '../../../platform/db/database.ts'
import { freeBlobs } from '../trash/trash.store.ts'

/** They are removed after the commit, when nothing can refer to them. */
export const dropBlobs = (tx: Tx, blobIds: readonly string[]): Promise<void> => freeBlobs(tx, blobIds)
