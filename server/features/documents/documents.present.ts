import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import type { Item } from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { abilities, candidateOf } from '../../access/items.ts'
import type { ItemRow } from './documents.read.ts'
import { mediaTypeOf } from './upload/content/check-content.ts'

type Surroundings = Pick<Item, 'path' | 'itemCount' | 'folderCount'> &
  Partial<
    Pick<
      Item,
      'expected' | 'isDropFolder' | 'submitted' | 'index' | 'isNew' | 'isUpdated' | 'favourite'
    >
  >

export function presentItem(
  actor: Actor,
  row: ItemRow,
  {
    path,
    itemCount,
    folderCount,
    expected,
    isDropFolder,
    submitted,
    index,
    isNew = false,
    isUpdated = false,
    favourite = false,
  }: Surroundings,
): Item {
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
    index,
    ...stateOf(actor, row),
    expected,
    isDropFolder,
    submitted,
    isNew,
    isUpdated,
    favourite,
  }
}

/** Readers must not learn of staging. */
function stateOf(
  { group }: Actor,
  { staged, unseen, staging, waiting, publish_at, unpublish_at }: ItemRow,
) {
  if (group) return { state: 'published' as const }
  return {
    state: staged ? ('staged' as const) : ('published' as const),
    ...(unseen && !staged ? { isUnseen: true as const } : {}),
    ...(waiting
      ? { waits: { ...waiting, uploadedAt: new Date(waiting.uploadedAt).toISOString() } }
      : {}),
    ...(publish_at ? { publishAt: publish_at.toISOString() } : {}),
    ...(unpublish_at ? { unpublishAt: unpublish_at.toISOString() } : {}),
    ...(staging === null ? {} : { staging }),
  }
}

export function pathOf(row: ItemRow, folders: ReadonlyMap<number, string>): string {
  return [...row.ancestors.map((id) => folders.get(id) ?? ''), row.name].join('/')
}
