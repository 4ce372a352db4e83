import type { Tx } from '../../../platform/db/database.ts'
import { deleteLeasesOf } from '../delivery.store.ts'

/** Opened pages of these items can no longer be fetched. */
export const endReadings = (tx: Tx, itemIds: readonly number[]): Promise<void> => deleteLeasesOf(tx, itemIds)
