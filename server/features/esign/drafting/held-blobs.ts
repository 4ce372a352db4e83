import type { Queryable } from '../../../platform/db/database.ts'
import { findComposeBlobs } from './templates.read.ts'

export const heldByComposing = (
  db: Queryable,
  blobIds: readonly string[],
): Promise<ReadonlySet<string>> => findComposeBlobs(db, blobIds)
