import type { Tx } from '../../../platform/db/database.ts'
import { deleteLeasesOf } from '../delivery.store.ts'

export const endReadings = (tx: Tx, itemIds: readonly number[]): Promise<void> =>
  deleteLeasesOf(tx, itemIds)
