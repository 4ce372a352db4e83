import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { takeStorage } from '../../rooms/index.ts'
import { holdBack, makeCurrent, nextIds } from '../documents.store.ts'
import { type ChangeParts, openItem } from '../items/change-item.ts'
import { insertCopiedVersions } from '../items/copy.store.ts'
import { refuseUnderOrder } from '../publishing/refuse-under-order.ts'
import { stagedBy } from '../publishing/staged-by.ts'
import { announce } from '../upload/announce.ts'
import { findVersionsOf } from './versions.read.ts'

interface Restoring {
  readonly fileId: number
  readonly number: number
}

/** Wraps new keys for the content and counts its full size. @throws Refusal NOT_FOUND, NO_SPACE */
export function restoreVersion(
  parts: ChangeParts,
  actor: Actor,
  { fileId, number: wanted }: Restoring,
): Promise<{ id: number; name: string; number: number }> {
  return parts.database.transaction(async (tx) => {
    const {
      id: itemId,
      name,
      parent_id,
      staged,
      ancestors,
    } = await openItem(tx, parts, actor, fileId, 'edit')
    await refuseUnderOrder(tx, actor, [...ancestors, itemId])
    const versions = await findVersionsOf(tx, actor.roomId, itemId)
    const [newest] = versions
    const source = versions.find(({ number }) => number === wanted)
    if (!newest || !source) throw new Refusal('NOT_FOUND')
    if (source.id === newest.id) return { id: itemId, name, number: newest.number }
    await takeStorage(tx, actor.roomId, source.size)

    const number = newest.number + 1
    const waits = stagedBy(actor, staged)
    const [id = 0] = await nextIds(tx, 'file_versions', 1)
    const making = { roomId: actor.roomId, createdAt: parts.clock.now(), createdBy: actor.memberId }
    const versionIds = await insertCopiedVersions(
      tx,
      [{ sourceId: source.id, id, itemId, number, staged: waits }],
      making,
    )
    await (waits && !staged ? holdBack(tx, [id]) : makeCurrent(tx, [id]))
    await parts.events.stored(tx, { roomId: actor.roomId, versionIds })
    await parts.activity.record(tx, actor, 'document.version-restored', {
      itemId,
      name,
      size: source.size,
      number,
      from: wanted,
    })
    await announce(tx, parts, actor.roomId, [parent_id], { items: [itemId] })
    return { id: itemId, name, number }
  })
}
