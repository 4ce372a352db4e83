import type { Queryable } from '../../platform/db/database.ts'
import { findArchiveBlobs } from './archive.read.ts'

/** For the sweep, which removes what nobody holds. */
export const heldByArchives = (db: Queryable, blobIds: readonly string[]): Promise<ReadonlySet<string>> => findArchiveBlobs(db, blobIds)
