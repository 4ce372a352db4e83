import type { Queryable } from '../../../platform/db/database.ts'
import { findRecordBlobs } from '../disclosure.store.ts'

/** For the sweep, which removes what nobody holds. */
export const heldByDisclosures = (db: Queryable, blobIds: readonly string[]): Promise<ReadonlySet<string>> => findRecordBlobs(db, blobIds)
