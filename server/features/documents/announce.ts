import type { Tx } from '../../platform/db/database.ts'
import type { DocumentParts } from './documents.parts.ts'

const ANNOUNCED_MAX = 50

/**
 * Tells the open lists of the folders in which something changed. Of a great change the first ones are enough: the others are new, or
 * looked at later.
 * @param gone items were taken away, so that what hands them out must end.
 */
export async function announce(
  tx: Tx,
  { bus }: Pick<DocumentParts, 'bus'>,
  roomId: number,
  folders: readonly number[],
  { gone = false } = {},
): Promise<void> {
  for (const parent of [...new Set(folders)].slice(0, ANNOUNCED_MAX))
    await bus.publish(tx, { room: roomId, kind: 'items', parent, ...(gone ? { gone } : {}) })
}
