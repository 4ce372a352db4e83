import type { Language } from '../../../contract/core/language.ts'
import { parseNote } from '../../../contract/proof/checkpoint.ts'
import type { ActivityParts } from './activity.parts.ts'
import { headOf } from './export-entries.ts'
import { textsOf } from './exporting/texts.ts'
import { settledTree } from './settled-tree.ts'
import { findLogRoom } from './tree.store.ts'

/** Which part of a log, and with which checkpoint it goes. */
interface LogPart {
  readonly roomId: number
  /** IANA name of the room's time zone. */
  readonly zone: string
  /** Entries of this person alone; all unless given. */
  readonly userId: number | undefined
  /** As `checkpointNow` gave it. */
  readonly note: string | null
}

/** The checkpoint of a log with all entries that there are now; null where it cannot be continued. */
export const checkpointNow = async (parts: ActivityParts, roomId: number): Promise<string | null> =>
  (await settledTree(parts, roomId))?.note ?? null

/** A log up to a checkpoint, as an export has it. The same list again for each call with the same checkpoint. */
export async function* logFile(
  parts: ActivityParts,
  { roomId, zone, userId, note }: LogPart,
  format: 'json' | 'html',
  language: Language,
): AsyncGenerator<string> {
  const room = await findLogRoom(parts.database.db, roomId)
  const head = headOf(parts, room, { note: note ?? undefined, filter: userId === undefined ? {} : { userId } })
  const size = (note === null ? undefined : parseNote(note))?.checkpoint.size ?? 0
  const task = { format, head, roomId, zone, filter: { userId }, size, language }
  for await (const texts of textsOf(parts.database.db, parts.retention, task)) yield texts.join('')
}
