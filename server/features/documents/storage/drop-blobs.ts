import type { Tx } from '../../../platform/db/database.ts'
import { freeBlobs } from '../trash/trash.store.ts'

export const dropBlobs = (tx: Tx, blobIds: readonly string[]): Promise<void> =>
  freeBlobs(tx, blobIds)
