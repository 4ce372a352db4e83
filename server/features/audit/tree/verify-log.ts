import type { ExportHead } from '../../../../contract/proof/history-export.ts'
import { type ExportVerdict, verifyExport } from '../../../../contract/proof/verify-export.ts'
import { nodeCrypto } from '../../../platform/encryption/node-crypto.ts'
import type { ActivityParts } from '../audit.parts.ts'
import { headOf } from '../export/export-entries.ts'
import { rowsOf } from '../export/rows.ts'
import { findLogRoom, findTree } from './tree.store.ts'

export interface CheckedLog {
  readonly head: ExportHead
  readonly verdict: ExportVerdict
  readonly zone: string
}

/** @param notes outside checkpoints, which reveal truncated or rolled-back logs */
export async function verifyLog(
  parts: Pick<ActivityParts, 'database' | 'retention' | 'signer' | 'clock'>,
  roomId: number,
  notes: readonly string[] = [],
): Promise<CheckedLog> {
  const { db } = parts.database
  const [room, tree] = [await findLogRoom(db, roomId), await findTree(db, roomId)]
  const head = headOf(parts, room, { note: tree?.note, filter: {} })
  const rows = rowsOf(db, parts.retention, {
    roomId,
    zone: room.zone,
    filter: {},
    size: tree?.size ?? 0,
    language: 'en',
  })
  const verdict = await verifyExport(nodeCrypto, head, oneByOne(rows), {
    notes: notes.map((note) => ({ note })),
  })
  // The log was truncated.
  const reported = verdict.notes.map((note) =>
    note.state === 'later' ? { ...note, state: 'cut-off' as const } : note,
  )
  const isCutOff = reported.some(({ state }) => state === 'cut-off')
  return {
    head,
    zone: room.zone,
    verdict: {
      ...verdict,
      notes: reported,
      fault: verdict.fault ?? (isCutOff ? 'OTHER_HISTORY' : undefined),
    },
  }
}

async function* oneByOne<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch
}
