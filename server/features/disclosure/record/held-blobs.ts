import type { Queryable } from '../../../platform/db/database.ts'
import { findRecordBlobs } from '../disclosure.store.ts'

/** The sweep removes unreferenced content. */
export const heldByDisclosures = (
  db: Queryable,
  blobIds: readonly string[],
): Promise<ReadonlySet<string>> => findRecordBlobs(db, blobIds)
