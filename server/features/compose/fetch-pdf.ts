import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../../../contract/core/language.ts'
import { pdfNameOf, sealedNameOf } from '../../../contract/core/pdf-name.ts'
import type { PdfPurpose } from '../../../contract/features/composed.ts'
import type { Actor } from '../../access/actor.ts'
import { authorize, type Subjects } from '../../access/authorize.ts'
import type { ComposeFileFacts } from '../../access/policies.ts'
import { bytesInRange, requestedRange } from '../../platform/http/byte-range.ts'
import { disposition } from '../../platform/http/disposition.ts'
import type { Bytes } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ComposeParts } from './compose.parts.ts'
import type { RangeNotes } from './range-notes.ts'
import { findTemplateAnywhere, type TemplateRow } from './templates.read.ts'

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
 * @throws Refusal NOT_FOUND, DOWNLOAD_DENIED, RANGE.
 */
export async function fetchPdf(
  parts: ComposeParts,
  actor: Actor,
  { templateId, sealed, purpose = 'download' }: Wanted,
  { headers, language }: Asking,
  notes: RangeNotes,
): Promise<Bytes> {
  const { database, files, activity } = parts
  const { row, fileId } = await authorizedPdf(parts, actor, templateId, sealed)
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

/** What the gate looks at of a PDF that is composed, and where it is stored. */
interface FoundPdf {
  readonly facts: ComposeFileFacts
  readonly row: TemplateRow
  readonly fileId: number
}

const pdfOf = (templateId: number, sealed: boolean): Subjects<FoundPdf> => ({
  async find(db) {
    const row = await findTemplateAnywhere(db, templateId)
    const fileId = sealed ? row?.result_id : row?.source_id
    return [row && fileId ? { facts: { roomId: row.room_id, templateId: row.id }, row, fileId } : undefined]
  },
})

/** The sealed PDF of a document, or its original, which takes the right to download. */
async function authorizedPdf(parts: ComposeParts, actor: Actor, templateId: number, sealed: boolean): Promise<FoundPdf> {
  const [verdict] = await authorize(parts, actor, pdfOf(templateId, sealed), sealed ? 'result' : 'source')
  if (verdict?.outcome === 'allowed') return verdict.found
  const origin = verdict?.found?.row.origin_item_id
  if (verdict?.code === 'DOWNLOAD_DENIED' && origin) {
    const details = { itemId: origin, name: verdict.found.row.name, reason: 'right' } as const
    await parts.database.transaction((tx) => parts.activity.record(tx, actor, 'document.download-refused', details))
  }
  throw new Refusal(verdict?.code ?? 'NOT_FOUND')
}
