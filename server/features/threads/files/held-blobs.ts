import type { Queryable } from '../../../platform/db/database.ts'
import { findThreadBlobs } from './thread-files.read.ts'

/** Finds the blobs that threads still use, so that the sweep keeps them. */
export const heldByThreads = (db: Queryable, blobIds: readonly string[]): Promise<ReadonlySet<string>> => findThreadBlobs(db, blobIds)
