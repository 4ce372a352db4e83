import { countVisible, findGroupAccess } from '../../.build/server/access/levels.read.js'
import {
  findVisible,
  placeOf,
  rootOf,
} from '../../.build/server/features/documents/documents.read.js'

/** Folder 0 is the root. */
export async function countersOf({ db }, roomId, groupId, folderIds) {
  const scope = { roomId, group: (await findGroupAccess(db, roomId, new Date())).get(groupId) }
  const below = (await findVisible(db, scope, folderIds)).map(placeOf)
  const places = folderIds.includes(0) ? [rootOf(scope), ...below] : below
  return () => countVisible(db, scope, places)
}
