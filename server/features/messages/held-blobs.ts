import type { Queryable } from '../../platform/db/database.ts'
import { findMessageBlobs } from './messages.read.ts'

/** For the sweep, which removes what nobody holds. */
export const heldByMessages = (db: Queryable, blobIds: readonly string[]): Promise<ReadonlySet<string>> => findMessageBlobs(db, blobIds)
