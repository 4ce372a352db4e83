import type { Queryable } from '../../platform/db/database.ts'
import { findMessageBlobs } from './messages.read.ts'

/** The sweep removes content that no table references. */
export const heldByMessages = (db: Queryable, blobIds: readonly string[]): Promise<ReadonlySet<string>> => findMessageBlobs(db, blobIds)
