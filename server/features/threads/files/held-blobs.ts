import type { Queryable } from '../../../platform/db/database.ts'
import { findThreadBlobs } from './thread-files.read.ts'

export const heldByThreads = (
  db: Queryable,
  blobIds: readonly string[],
): Promise<ReadonlySet<string>> => findThreadBlobs(db, blobIds)
