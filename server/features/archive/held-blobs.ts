import type { Queryable } from '../../platform/db/database.ts'
import { findArchiveBlobs } from './archive.read.ts'

/** The sweep removes unreferenced content. */
export const heldByArchives = (
  db: Queryable,
  blobIds: readonly string[],
): Promise<ReadonlySet<string>> => findArchiveBlobs(db, blobIds)
