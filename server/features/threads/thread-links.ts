import type { Actor } from '../../access/actor.ts'
import type { GroupAccess } from '../../access/group-access.ts'
import { type VisibleItems, visibleItems } from '../../access/items.ts'
import { findGroupAccess } from '../../access/levels.read.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findVisibleItems, itemNumbers } from '../documents/index.ts'
import type { ThreadReader } from './thread-reader.ts'

export interface ItemLink {
  readonly itemId: number
  readonly page?: number | undefined
}

/** @throws Refusal NOT_FOUND for an item the writer does not see */
export async function refuseUnseenLinks(
  db: Queryable,
  actor: Pick<Actor, 'roomId' | 'group'>,
  links: readonly ItemLink[],
): Promise<void> {
  const ids = [...new Set(links.map(({ itemId }) => itemId))]
  if (ids.length === 0) return
  const seen = await findVisibleItems(db, visibleItems(actor), ids)
  if (seen.length < ids.length) throw new Refusal('NOT_FOUND')
}

interface ShownLink {
  readonly itemId: number
  readonly parent: number
  readonly name: string
  readonly index?: string
  readonly isFolder: boolean
  readonly page?: number
  readonly isUnseen?: boolean
}

interface Linked {
  readonly entry_id: string
  readonly item_id: number
  readonly page: number | null
}

/** Omits invisible items. Operators also see which ones the group does not see. */
export async function showLinks(
  db: Queryable,
  {
    scope,
    reader,
    groupId,
    at,
  }: {
    readonly scope: VisibleItems
    readonly reader: ThreadReader
    readonly groupId: number
    readonly at: Date
  },
  links: readonly Linked[],
): Promise<ReadonlyMap<string, ShownLink[]>> {
  const shown = new Map<string, ShownLink[]>()
  const ids = [...new Set(links.map(({ item_id }) => item_id))]
  if (ids.length === 0) return shown
  const items = new Map((await findVisibleItems(db, scope, ids)).map((item) => [item.id, item]))
  const numbers = await itemNumbers(db, scope, [...items.values()])
  const ofGroup =
    reader.side === 'coordinator'
      ? await seenByGroup(db, { roomId: scope.roomId, groupId, at }, ids)
      : undefined
  for (const { entry_id: entryId, item_id: itemId, page } of links) {
    const item = items.get(itemId)
    if (!item) continue
    const index = numbers.get(itemId)
    const named = {
      name: item.name,
      ...(index === undefined ? {} : { index }),
      isFolder: item.folder,
    }
    const link = { itemId, parent: item.parent_id, ...named, ...(page === null ? {} : { page }) }
    const unseen = ofGroup ? { isUnseen: !ofGroup.has(itemId) } : {}
    shown.set(entryId, [...(shown.get(entryId) ?? []), { ...link, ...unseen }])
  }
  return shown
}

interface OfGroup {
  readonly roomId: number
  readonly groupId: number
  readonly at: Date
}

export async function seenByGroup(
  db: Queryable,
  { roomId, groupId, at }: OfGroup,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const group: GroupAccess | undefined = (await findGroupAccess(db, roomId, at)).get(groupId)
  if (!group) return new Set()
  const scope: VisibleItems = { roomId, group }
  return new Set((await findVisibleItems(db, scope, ids)).map(({ id }) => id))
}
