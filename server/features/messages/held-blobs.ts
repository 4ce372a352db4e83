import type { Queryable } from '../../platform/db/database.ts'
import { findMessageBlobs } from './messages.read.ts'

/** The sweep removes unreferenced content. */
export const heldByMessages = (
  db: Queryable,
  blobIds: readonly string[],
): Promise<ReadonlySet<string>> => findMessageBlobs(db, blobIds)
