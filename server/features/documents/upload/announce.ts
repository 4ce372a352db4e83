import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentParts } from '../documents.parts.ts'

const ANNOUNCED_MAX = 50

interface Announced {
  readonly gone?: boolean
  readonly items?: readonly number[]
  readonly withdrawn?: boolean
  readonly unseen?: boolean
}

export async function announce(
  tx: Tx,
  { bus }: Pick<DocumentParts, 'bus'>,
  roomId: number,
  folders: readonly number[],
  { gone = false, withdrawn = false, unseen = false, items }: Announced = {},
): Promise<void> {
  const named = items === undefined || items.length > ANNOUNCED_MAX ? {} : { items: [...items] }
  for (const parent of [...new Set(folders)].slice(0, ANNOUNCED_MAX))
    await bus.publish(tx, {
      ...{ room: roomId, kind: 'items', parent, ...named },
      ...(gone ? { gone } : {}),
      ...(withdrawn ? { withdrawn } : {}),
      ...(unseen ? { unseen } : {}),
    })
}

export async function announceEach(
  tx: Tx,
  parts: Pick<DocumentParts, 'bus'>,
  roomId: number,
  changed: readonly { readonly id: number; readonly unseen: boolean }[],
): Promise<void> {
  const seen = new Set(changed.filter(({ unseen }) => !unseen).map(({ id }) => id))
  const others = changed.map(({ id }) => id).filter((id) => !seen.has(id))
  await announce(tx, parts, roomId, [...seen])
  await announce(tx, parts, roomId, others, { unseen: true })
}
