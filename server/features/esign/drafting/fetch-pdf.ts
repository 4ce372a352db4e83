import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../../../../contract/core/language.ts'
import { pdfNameOf, sealedNameOf } from '../../../../contract/core/pdf-name.ts'
import type { PdfPurpose } from '../../../../contract/features/composed.ts'
import type { Actor } from '../../../access/actor.ts'
import { authorize, type Subjects } from '../../../access/authorize.ts'
import type { EsignFileFacts } from '../../../access/policies.ts'
import { bytesInRange, requestedRange } from '../../../platform/http/byte-range.ts'
import { disposition } from '../../../platform/http/disposition.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { EsignParts } from '../esign.parts.ts'
import type { RangeNotes } from './range-notes.ts'
import { findTemplateAnywhere, type TemplateRow } from './templates.read.ts'

const ENTRIES = {
  view: 'compose.viewed',
  download: 'compose.downloaded',
} as const satisfies Record<PdfPurpose, string>

interface FetchPdfInput {
  readonly templateId: number
  readonly sealed: boolean
  readonly purpose?: PdfPurpose | undefined
}

interface Asking {
  readonly headers: Readonly<IncomingHttpHeaders>
  readonly language: Language
}

/** Logs before the first byte. @throws Refusal NOT_FOUND, DOWNLOAD_DENIED, RANGE. */
export async function fetchPdf(
  parts: Pick<EsignParts, 'database' | 'files' | 'activity' | 'clock' | 'bus'>,
  actor: Actor,
  { templateId, sealed, purpose = 'download' }: FetchPdfInput,
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
      return activity.record(tx, actor, ENTRIES[purpose], {
        templateId,
        name: row.name,
        sealed,
        ...origin,
      })
    })
  const fileName = sealed ? sealedNameOf(row.name, language) : pdfNameOf(row.name)
  const ranged = { size, type: 'application/pdf', disposition: disposition('attachment', fileName) }
  return bytesInRange(ranged, range, reader.stream(range))
}

interface FoundPdf {
  readonly facts: EsignFileFacts
  readonly row: TemplateRow
  readonly fileId: number
}

const pdfOf = (templateId: number, sealed: boolean): Subjects<FoundPdf> => ({
  async find(db) {
    const row = await findTemplateAnywhere(db, templateId)
    const fileId = sealed ? row?.result_id : row?.source_id
    return [
      row && fileId
        ? { facts: { roomId: row.room_id, templateId: row.id }, row, fileId }
        : undefined,
    ]
  },
})

async function authorizedPdf(
  parts: Pick<EsignParts, 'database' | 'activity' | 'clock' | 'bus'>,
  actor: Actor,
  templateId: number,
  sealed: boolean,
): Promise<FoundPdf> {
  const [verdict] = await authorize(
    parts,
    actor,
    pdfOf(templateId, sealed),
    sealed ? 'result' : 'source',
  )
  if (verdict?.outcome === 'allowed') return verdict.found
  const origin = verdict?.found?.row.origin_item_id
  if (verdict?.code === 'DOWNLOAD_DENIED' && origin) {
    const details = { itemId: origin, name: verdict.found.row.name, reason: 'right' } as const
    await parts.database.transaction((tx) =>
      parts.activity.record(tx, actor, 'document.download-refused', details),
    )
  }
  throw new Refusal(verdict?.code ?? 'NOT_FOUND')
}
