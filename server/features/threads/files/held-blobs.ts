import type { Queryable } from '../../../platform/db/database.ts'
import { findThreadBlobs } from './thread-files.read.ts'

/** For the sweep, which removes what nobody holds. */
export const heldByThreads = (db: Queryable, blobIds: readonly string[]): Promise<ReadonlySet<string>> => findThreadBlobs(db, blobIds)
