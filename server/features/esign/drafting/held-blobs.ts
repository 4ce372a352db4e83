import type { Queryable } from '../../../platform/db/database.ts'
import { findComposeBlobs } from './templates.read.ts'

/** Finds the blobs that documents still use, so that the sweep keeps them. */
export const heldByComposing = (db: Queryable, blobIds: readonly string[]): Promise<ReadonlySet<string>> => findComposeBlobs(db, blobIds)
