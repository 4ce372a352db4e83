import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../../../contract/core/language.ts'
import { pdfNameOf, sealedNameOf } from '../../../contract/core/pdf-name.ts'
import type { PdfPurpose } from '../../../contract/features/composed.ts'
import type { Actor } from '../../access/actor.ts'
import { bytesInRange, requestedRange } from '../../platform/http/byte-range.ts'
import { disposition } from '../../platform/http/disposition.ts'
import type { Bytes } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ComposeParts } from './compose.parts.ts'
import type { RangeNotes } from './range-notes.ts'
import { findTemplate } from './templates.read.ts'

const ENTRIES = { view: 'compose.viewed', download: 'compose.downloaded' } as const satisfies Record<PdfPurpose, string>

/** Which PDF of a document. */
interface Wanted {
  readonly templateId: number
  /** The sealed one, not the original. */
  readonly sealed: boolean
  /** What the caller says that it is for; whoever says nothing downloads it. */
  readonly purpose?: PdfPurpose | undefined
}

interface Asking {
  readonly headers: Readonly<IncomingHttpHeaders>
  /** In which the sealed one is named. */
  readonly language: Language
}

/**
 * A PDF of a document, or a range of it, on record before its first byte leaves: the whole each time, ranges and what is viewed as `notes` tells.
 * @throws Refusal NOT_FOUND, RANGE.
 */
export async function fetchPdf(
  { database, files, activity }: ComposeParts,
  actor: Actor,
  { templateId, sealed, purpose = 'download' }: Wanted,
  { headers, language }: Asking,
  notes: RangeNotes,
): Promise<Bytes> {
  const row = await findTemplate(database.db, actor.roomId, templateId)
  const fileId = sealed ? row?.result_id : row?.source_id
  if (!row || fileId === undefined || fileId === null) throw new Refusal('NOT_FOUND')
  const { size, reader } = await files.open(database.db, actor.roomId, fileId)
  const range = requestedRange(headers, size)
  const isNew = notes.isNew(`${actor.sessionId} ${purpose}`, fileId)
  if (isNew || (purpose === 'download' && range === undefined))
    await database.transaction((tx) => {
      const origin = sealed || row.origin_item_id === null ? {} : { itemId: row.origin_item_id }
      return activity.record(tx, actor, ENTRIES[purpose], { templateId, name: row.name, sealed, ...origin })
    })
  const fileName = sealed ? sealedNameOf(row.name, language) : pdfNameOf(row.name)
  const ranged = { size, type: 'application/pdf', disposition: disposition('attachment', fileName) }
  return bytesInRange(ranged, range, reader.stream(range))
}
