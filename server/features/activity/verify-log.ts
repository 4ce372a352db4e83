import type { ExportHead } from '../../../contract/proof/history-export.ts'
import { type Verdict, verifyExport } from '../../../contract/proof/verify-export.ts'
import { nodeMeans } from '../../platform/crypto/proof-means.ts'
import type { ActivityParts } from './activity.parts.ts'
import { headOf } from './export-entries.ts'
import { rowsOf } from './exporting/rows.ts'
import { findLogRoom, findTree } from './tree.store.ts'

/** What came of a check, with what it was said of and the time zone of the room. */
export interface CheckedLog {
  readonly head: ExportHead
  readonly verdict: Verdict
  /** IANA name. */
  readonly zone: string
}

/**
 * Checks the log of a room as the database has it, every entry of it.
 * @param notes earlier checkpoints that somebody has kept: without one, a log that was cut off, or put back as it was, looks whole
 */
export async function verifyLog(
  parts: Pick<ActivityParts, 'database' | 'retention' | 'signer' | 'clock'>,
  roomId: number,
  notes: readonly string[] = [],
): Promise<CheckedLog> {
  const { db } = parts.database
  const [room, tree] = [await findLogRoom(db, roomId), await findTree(db, roomId)]
  const head = headOf(parts, room, { note: tree?.note, filter: {} })
  const rows = rowsOf(db, parts.retention, { roomId, zone: room.zone, filter: {}, size: tree?.size ?? 0, language: 'en' })
  const verdict = await verifyExport(nodeMeans, head, oneByOne(rows), { notes: notes.map((note) => ({ note })) })
  // What is here is the log as it is now: nothing that was signed is later.
  const told = verdict.notes.map((note) => (note.state === 'later' ? { ...note, state: 'cut-off' as const } : note))
  const isCutOff = told.some(({ state }) => state === 'cut-off')
  return { head, zone: room.zone, verdict: { ...verdict, notes: told, fault: verdict.fault ?? (isCutOff ? 'OTHER_HISTORY' : undefined) } }
}

async function* oneByOne<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch
}
