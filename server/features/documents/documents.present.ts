import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import type { Item } from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { abilities, candidateOf } from '../../access/items.ts'
import { mediaTypeOf } from './content/check-content.ts'
import type { ItemRow } from './documents.read.ts'

/** What of an item does not stand in its row: `path` names its place from the root, joined by `/`. */
type Surroundings = Pick<Item, 'path' | 'itemCount' | 'folderCount'>

/** An item as it leaves the server. */
export function presentItem(actor: Actor, row: ItemRow, { path, itemCount, folderCount }: Surroundings): Item {
  return {
    id: row.id,
    parent: row.parent_id,
    type: row.folder ? ITEM_TYPE.folder : ITEM_TYPE.file,
    name: row.name,
    filename: row.filename,
    mimetype: row.ext === '' ? 'FOLDER' : mediaTypeOf(row.ext),
    path,
    ext: row.ext,
    size: row.size,
    roomId: row.room_id,
    uploadedAt: row.created_at.toISOString(),
    itemCount,
    folderCount,
    preview: row.folder ? null : (row.view_status ?? 'WAITING'),
    child: [],
    permission: abilities(actor, candidateOf(row)),
  }
}

/** Where an item stands, as `presentItem` says it, given the names of folders. */
export function pathOf(row: ItemRow, folders: ReadonlyMap<number, string>): string {
  return [...row.ancestors.map((id) => folders.get(id) ?? ''), row.name].join('/')
}
