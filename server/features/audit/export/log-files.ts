import type { Language } from '../../../../contract/core/language.ts'
import { parseNote } from '../../../../contract/proof/checkpoint.ts'
import type { ActivityParts } from '../audit.parts.ts'
import { settledTree } from '../tree/settled-tree.ts'
import { findLogRoom } from '../tree/tree.store.ts'
import { headOf } from './export-entries.ts'
import { textsOf } from './texts.ts'

interface LogPart {
  readonly roomId: number
  readonly zone: string
  readonly userId: number | undefined
  readonly note: string | null
}

export const checkpointNow = async (parts: ActivityParts, roomId: number): Promise<string | null> =>
  (await settledTree(parts, roomId))?.note ?? null

export async function* logFile(
  parts: ActivityParts,
  { roomId, zone, userId, note }: LogPart,
  format: 'json' | 'html',
  language: Language,
): AsyncGenerator<string> {
  const room = await findLogRoom(parts.database.db, roomId)
  const head = headOf(parts, room, {
    note: note ?? undefined,
    filter: userId === undefined ? {} : { userId },
  })
  const size = (note === null ? undefined : parseNote(note))?.checkpoint.size ?? 0
  const task = { format, head, roomId, zone, filter: { userId }, size, language }
  for await (const texts of textsOf(parts.database.db, parts.retention, task)) yield texts.join('')
}
