import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type * as contract from '../../../../contract/features/submissions.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findItem } from '../documents.read.ts'
import { beginChange } from '../items/change-item.ts'
import { announce } from '../upload/announce.ts'
import { findGroupNames, listDropFolders } from './submissions.read.ts'
import { updateDropFolder } from './submissions.store.ts'

const place = z.tuple([z.int().positive(), z.int().positive()])

export async function readDropFolders(
  { database }: Pick<DocumentParts, 'database'>,
  { roomId }: Actor,
  {
    itemId,
    groupId,
    cursor,
    limit = LIMITS.listDefault,
  }: z.output<(typeof contract.dropFolders)['query']>,
): Promise<Reply<PayloadIn<typeof contract.dropFolders>>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, place)
  const found = await listDropFolders(database.db, {
    roomId,
    itemId,
    groupId,
    after,
    limit: limit + 1,
  })
  const { rows, nextCursor } = cutPage(found, limit, (last) =>
    encodeCursor([last.itemId, last.groupId]),
  )
  return { payload: [...rows], nextCursor }
}

/** @throws Refusal NOT_FOUND for folder or group, UPGRADE_RUNNING */
export async function changeDropFolder(
  parts: Pick<DocumentParts, 'database' | 'activity' | 'bus' | 'confirm'>,
  actor: Actor,
  { fileId: itemId, groups }: z.output<(typeof contract.updateDropFolder)['body']>,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const now = await beginChange(tx, parts, actor, 'rights.manage')
    const { roomId } = now
    const folder = await findItem(tx, visibleItems(now), itemId)
    const names = await findGroupNames(tx, roomId, [
      ...new Set(groups.map(({ groupId }) => groupId)),
    ])
    if (!folder?.folder || groups.some(({ groupId }) => !names.has(groupId)))
      throw new Refusal('NOT_FOUND')
    if (groups.some(({ isAllowed }) => isAllowed)) await relyOn(tx, RELEASE_RULES.submissions)
    for (const { groupId, isAllowed } of groups) {
      if (!(await updateDropFolder(tx, { roomId, itemId, groupId }, isAllowed))) continue
      const details = { itemId, name: folder.name, group: names.get(groupId) ?? '', isAllowed }
      await parts.activity.record(tx, actor, 'document.drop-folder', details)
      await parts.bus.publish(tx, { room: roomId, kind: 'rights', group: groupId })
    }
    await announce(tx, parts, roomId, [folder.parent_id], { unseen: true })
  })
}
