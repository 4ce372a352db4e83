import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findVersion, findVersions, type VersionRow } from '../documents.read.ts'
import { currentVersions, heldVersions } from '../listing/subtree.read.ts'

/** The caller authorizes access. */
export const versionOf = (
  db: Queryable,
  roomId: number,
  versionId: number,
): Promise<VersionRow | undefined> => findVersion(db, roomId, versionId)

/** The caller authorizes access. */
export async function versionsById(
  db: Queryable,
  roomId: number,
  versionIds: readonly number[],
): Promise<Map<number, VersionRow>> {
  return new Map(
    (await findVersions(db, roomId, versionIds)).map((version) => [version.id, version]),
  )
}

export const versionsCovered = (db: Queryable, roomId: number, extent: VisibleItems | 'kept') =>
  extent === 'kept' ? heldVersions(db, roomId) : currentVersions(db, extent)
