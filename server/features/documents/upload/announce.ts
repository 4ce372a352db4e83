import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentParts } from '../documents.parts.ts'

const ANNOUNCED_MAX = 50

interface Announced {
  /** Ends the deliveries of removed items. */
  readonly gone?: boolean
  /** What changed there. Groups that see none of it hear nothing. */
  readonly items?: readonly number[]
}

/** Names at most `ANNOUNCED_MAX` folders. */
export async function announce(
  tx: Tx,
  { bus }: Pick<DocumentParts, 'bus'>,
  roomId: number,
  folders: readonly number[],
  { gone = false, items }: Announced = {},
): Promise<void> {
  const named = items === undefined || items.length > ANNOUNCED_MAX ? {} : { items: [...items] }
  for (const parent of [...new Set(folders)].slice(0, ANNOUNCED_MAX))
    await bus.publish(tx, { room: roomId, kind: 'items', parent, ...(gone ? { gone } : {}), ...named })
}
