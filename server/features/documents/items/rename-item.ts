import { foldName } from '../../../../contract/core/name-key.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { findTakenNames } from '../documents.store.ts'
import { announce } from '../upload/announce.ts'
import { type ChangeParts, openItem } from './change-item.ts'
import { updateName } from './tree.store.ts'
import { wantedName } from './wanted-name.ts'

interface Renaming {
  readonly fileId: number
  readonly name: string
}

/** @throws Refusal NAME_EXISTS, as `wantedName` */
export function renameItem(
  parts: ChangeParts,
  actor: Actor,
  { fileId, name: wanted }: Renaming,
): Promise<{ id: number; name: string }> {
  return parts.database.transaction(async (tx) => {
    const item = await openItem(tx, parts, actor, fileId, 'edit')
    const name = wantedName(item, wanted)
    if (name === item.name) return { id: item.id, name }
    const isOwn = foldName(name) === foldName(item.name)
    const parent = { id: item.parent_id }
    if (!isOwn && (await findTakenNames(tx, actor.roomId, parent, [name])).size > 0)
      throw new Refusal('NAME_EXISTS')
    await updateName(tx, item.id, name)
    await parts.activity.record(tx, actor, 'document.renamed', {
      itemId: item.id,
      name,
      before: item.name,
    })
    await announce(tx, parts, actor.roomId, [item.parent_id, ...(item.folder ? [item.id] : [])], {
      items: [item.id],
    })
    return { id: item.id, name }
  })
}
