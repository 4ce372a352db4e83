import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { bookStorage } from '../rooms/index.ts'
import { announce } from './announce.ts'
import { type ChangeParts, openItem } from './change-item.ts'
import { insertCopiedVersions } from './copy.store.ts'
import { makeCurrent, nextIds } from './documents.store.ts'
import { findVersionsOf } from './versions.read.ts'

interface Restoring {
  readonly fileId: number
  readonly number: number
}

/**
 * Makes the content of an older version the newest one. Like a copy it gets wrapped keys of its own to the same sealed content, and its
 * storage is booked in full; the versions before it stay. The newest one is so already, which is no change.
 * @throws Refusal NOT_FOUND where there is no such file or version; NO_SPACE.
 */
export function restoreVersion(
  parts: ChangeParts,
  actor: Actor,
  { fileId, number: wanted }: Restoring,
): Promise<{ id: number; name: string; number: number }> {
  return parts.database.transaction(async (tx) => {
    const { id: itemId, name, parent_id } = await openItem(tx, parts, actor, fileId, 'edit')
    const versions = await findVersionsOf(tx, actor.roomId, itemId)
    const [newest] = versions
    const source = versions.find(({ number }) => number === wanted)
    if (!newest || !source) throw new Refusal('NOT_FOUND')
    if (source.id === newest.id) return { id: itemId, name, number: newest.number }
    if (!(await bookStorage(tx, actor.roomId, source.size, 0))) throw new Refusal('NO_SPACE')

    const number = newest.number + 1
    const [id = 0] = await nextIds(tx, 'file_versions', 1)
    const making = { roomId: actor.roomId, createdAt: parts.clock.now(), createdBy: actor.memberId }
    const versionIds = await insertCopiedVersions(tx, [{ sourceId: source.id, id, itemId, number }], making)
    await makeCurrent(tx, [id])
    await parts.events.stored(tx, { roomId: actor.roomId, versionIds })
    await parts.activity.record(tx, actor, 'document.version-restored', { itemId, name, size: source.size, number, from: wanted })
    await announce(tx, parts, actor.roomId, [parent_id])
    return { id: itemId, name, number }
  })
}
