import type { Queryable } from '../../platform/db/database.ts'
import { findArchiveBlobs } from './archive.read.ts'

/** The sweep removes content that no table references. */
export const heldByArchives = (db: Queryable, blobIds: readonly string[]): Promise<ReadonlySet<string>> => findArchiveBlobs(db, blobIds)
