import type { IncomingHttpHeaders } from 'node:http'
import type { Actor } from '../../access/actor.ts'
import { bytesInRange, requestedRange } from '../../platform/http/byte-range.ts'
import { disposition } from '../../platform/http/disposition.ts'
import type { Bytes } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ComposeParts } from './compose.parts.ts'
import { fileNameOf } from './file-name.ts'
import type { RangeNotes } from './range-notes.ts'
import { findTemplate } from './templates.read.ts'

/** Which PDF of a document. */
interface Wanted {
  readonly templateId: number
  /** The sealed one, not the original. */
  readonly sealed: boolean
}

/**
 * A PDF of a document, or a range of it, on record before its first byte leaves: the whole each time, ranges as `notes` tells.
 * @throws Refusal NOT_FOUND, RANGE.
 */
export async function fetchPdf(
  { database, files, activity }: ComposeParts,
  actor: Actor,
  { templateId, sealed }: Wanted,
  headers: Readonly<IncomingHttpHeaders>,
  notes: RangeNotes,
): Promise<Bytes> {
  const row = await findTemplate(database.db, actor.roomId, templateId)
  const fileId = sealed ? row?.result_id : row?.source_id
  if (!row || fileId === undefined || fileId === null) throw new Refusal('NOT_FOUND')
  const { size, reader } = await files.open(database.db, actor.roomId, fileId)
  const range = requestedRange(headers, size)
  const isNew = notes.isNew(actor.sessionId, fileId)
  if (isNew || range === undefined)
    await database.transaction((tx) => {
      const origin = sealed || row.origin_item_id === null ? {} : { itemId: row.origin_item_id }
      return activity.record(tx, actor, 'compose.downloaded', { templateId, name: row.name, sealed, ...origin })
    })
  const ranged = { size, type: 'application/pdf', disposition: disposition('attachment', fileNameOf(row.name)) }
  return bytesInRange(ranged, range, reader.stream(range))
}
