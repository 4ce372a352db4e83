import type { Tx } from '../../../platform/db/database.ts'
import { deleteLeasesOf } from '../delivery.store.ts'

/** Ends the leases of these items, so that no further page can be fetched. */
export const endReadings = (tx: Tx, itemIds: readonly number[]): Promise<void> => deleteLeasesOf(tx, itemIds)
