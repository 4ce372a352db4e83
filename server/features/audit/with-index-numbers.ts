import type { ActivityDetails, ActivityKind } from '../../../contract/features/activity.ts'
import type { Tx } from '../../platform/db/database.ts'

/** Returns index numbers as everybody sees them, none without an index. */
export type FindNumbers = (
  tx: Tx,
  roomId: number,
  itemIds: readonly number[],
) => Promise<ReadonlyMap<number, string>>

/** These reports are too frequent for numbers. */
const NUMBERED: ReadonlySet<ActivityKind> = new Set([
  ...([
    'document.viewed',
    'document.printed',
    'document.downloaded',
    'document.uploaded',
    'document.submitted',
  ] as const),
  ...([
    'document.replaced',
    'document.folder-created',
    'document.published',
    'document.unpublished',
  ] as const),
  ...([
    'document.moved',
    'document.ordered',
    'document.renamed',
    'document.restored',
    'right.granted',
    'right.original',
  ] as const),
])

export async function withIndexNumbers<K extends ActivityKind>(
  tx: Tx,
  findNumbers: FindNumbers | undefined,
  { roomId, kind }: { readonly roomId: number; readonly kind: K },
  list: readonly ActivityDetails<K>[],
): Promise<readonly ActivityDetails<K>[]> {
  if (!findNumbers || !NUMBERED.has(kind)) return list
  const idOf = (details: ActivityDetails<K>) =>
    'itemId' in details && typeof details.itemId === 'number' ? details.itemId : 0
  const ids = [...new Set(list.map(idOf))].filter((id) => id > 0)
  const numbers = ids.length === 0 ? undefined : await findNumbers(tx, roomId, ids)
  return list.map((details) => {
    const index = numbers?.get(idOf(details))
    return index === undefined ? details : { ...details, index }
  })
}
