import { Readable } from 'node:stream'
import type { Language } from '../../../contract/core/errors.ts'
import { wallClock } from '../../../contract/core/room-time.ts'
import { SENTENCES_VERSION, sentenceOf } from '../../../contract/features/activity-sentences.ts'
import type { ActivityType } from '../../../contract/features/activity-types.ts'
import { toBase64 } from '../../../contract/proof/bytes.ts'
import type { ExportFormat, ExportHead } from '../../../contract/proof/history-export.ts'
import type { Actor } from '../../access/actor.ts'
import type { Bytes } from '../../platform/http/mount.ts'
import type { ActivityParts } from './activity.parts.ts'
import { type EntryFilter, findEntries, type PlacedRow } from './activity.read.ts'
import { csvLines } from './export-csv.ts'
import type { Exported, ExportedRow } from './export-format.ts'
import { htmlLines } from './export-html.ts'
import { jsonLines } from './export-json.ts'
import { filterOf } from './list-entries.ts'
import { openEntry } from './sealed-entry.ts'
import { settledTree } from './settled-tree.ts'
import { LogTree } from './tree/log-tree.ts'
import { findLogRoom, readTileOf } from './tree.store.ts'

export interface ExportRequest {
  readonly format: ExportFormat
  readonly roomUserId?: number | undefined
  readonly itemId?: number | undefined
  readonly type?: ActivityType | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly print?: true | undefined
}

const WRITERS: Record<ExportFormat, { readonly type: string; readonly lines: (exported: Exported) => AsyncIterable<string> }> = {
  html: { type: 'text/html; charset=utf-8', lines: htmlLines },
  csv: { type: 'text/csv; charset=utf-8', lines: csvLines },
  json: { type: 'application/json; charset=utf-8', lines: jsonLines },
}

const ROWS = 500

/**
 * A list of entries as a file that is sent while it is read. Its own entry is the newest in it. `own`: it was asked for by the person whose
 * entries they are.
 */
export async function exportEntries(
  parts: ActivityParts,
  actor: Actor,
  { format, print, ...asked }: ExportRequest,
  { own, language }: { own: boolean; language: Language },
): Promise<Bytes> {
  const { userId, itemId } = filterOf(own ? {} : asked)
  const named = { userId, itemId, type: asked.type, from: asked.from, to: asked.to }
  await parts.database.transaction((tx) => parts.activity.record(tx, actor, 'activity.exported', { format, print, own, ...named }))
  const { db } = parts.database
  const [room, tree] = [await findLogRoom(db, actor.roomId), await settledTree(parts, actor.roomId)]
  const now = parts.clock.now()
  const head = headOf(parts, room, { note: tree?.note, filter: { ...named, userId: own ? actor.userId : userId } })
  const rows = rowsOf(parts, actor, filterOf(own ? { ...asked, roomUserId: actor.userId } : asked), tree?.size ?? 0, language)
  const { type, lines } = WRITERS[format]
  return {
    type,
    body: Readable.from(lines({ head, rows, language, zone: actor.zone }), { objectMode: false }),
    headers: { 'content-disposition': `attachment; filename="room-history_${stampIn(actor.zone, now)}.${format}"` },
  }
}

type LogRoom = Awaited<ReturnType<typeof findLogRoom>>

/** What an export says of itself. */
export const headOf = (
  { signer, clock }: Pick<ActivityParts, 'signer' | 'clock'>,
  room: LogRoom,
  { note, filter }: { note: string | undefined; filter: ExportHead['filter'] },
): ExportHead => ({
  format: 'sealroom-history/1',
  roomNo: room.room_no,
  roomName: room.name,
  exportedAt: clock.now().toISOString(),
  filter,
  checkpoint: note ?? null,
  sentences: SENTENCES_VERSION,
  publicKey: toBase64(signer.publicKey),
})

/** The entries that are in a tree of this size, the newest first, each with its proof; where there is no tree, all, and none is proven. */
export async function* rowsOf(
  { database: { db }, retention }: Pick<ActivityParts, 'database' | 'retention'>,
  { roomId, zone }: Pick<Actor, 'roomId' | 'zone'>,
  filter: EntryFilter,
  size: number,
  language: Language,
): AsyncGenerator<ExportedRow> {
  const tree = new LogTree(readTileOf(db, roomId))
  const present = async (row: PlacedRow): Promise<ExportedRow> => {
    const { entry } = await openEntry(db, retention, row)
    const proof = row.seq === null || size === 0 ? [] : await tree.inclusion(row.seq, size).catch(noProof)
    const description = sentenceOf(row.kind, entry?.details, language, entry?.viewAs)
    return { at: row.at, seq: row.seq, description, entry: entry ?? null, proof: proof.map(toBase64) }
  }
  let after: { at: Date; id: number } | undefined
  for (;;) {
    const rows = await findEntries(db, { roomId, zone }, filter, { after, limit: ROWS })
    for (const row of rows) if (size === 0 || (row.seq !== null && row.seq < size)) yield present(row)
    after = rows.at(-1)
    if (rows.length < ROWS) return
  }
}

/** Where tiles are gone the entry is told all the same. */
function noProof(error: unknown): Buffer[] {
  if (error instanceof RangeError) return []
  throw error
}

/** `YYMMDDHHmmss` in the time of the room. */
function stampIn(zone: string, at: Date): string {
  const { year, month, day, hour, minute, second } = wallClock(at, zone)
  return [year.slice(-2), month, day, hour, minute, second].join('')
}
