import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../../../../contract/core/language.ts'
import { pdfNameOf, sealedNameOf } from '../../../../contract/core/pdf-name.ts'
import type { PdfPurpose } from '../../../../contract/features/composed.ts'
import { authorizeOne, type Subjects } from '../../../access/authorize.ts'
import type { EsignFileFacts } from '../../../access/policies.ts'
import { bytesInRange, requestedRange } from '../../../platform/http/byte-range.ts'
import { disposition } from '../../../platform/http/disposition.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { findImage } from '../drafting/templates.read.ts'
import { imagePurpose, templateTexts } from '../encrypted-values.ts'
import { detailsOf } from '../requests/record-signing-event.ts'
import type { SigningParts } from '../requests/signing.parts.ts'
import { markFetched } from '../requests/signing.store.ts'
import { findOwn, holdOwn, type Own } from './hold-own.ts'
import { auditActorOf, type Signer } from './signer-guard.ts'

/** Browsers fetch many ranges. */
const NOTED_MS = 3_600_000

const ENTRIES = { view: 'sign.opened', download: 'sign.downloaded' } as const satisfies Record<
  PdfPurpose,
  string
>

interface Fetching {
  readonly purpose?: PdfPurpose | undefined
  readonly headers: Readonly<IncomingHttpHeaders>
  readonly language: Language
}

/** Returns the signed PDF after completion. @throws Refusal RANGE, and the guard's */
export async function handOutPdf(
  parts: Pick<SigningParts, 'database' | 'files' | 'activity' | 'clock' | 'bus'>,
  signer: Signer,
  { purpose = 'download', headers, language }: Fetching,
): Promise<Bytes> {
  const { database, files, activity, clock } = parts
  const { found } = await authorizeOne(parts, signer, ownDocument(signer), 'sign')
  const { template } = found
  const { status, result_id: resultId, source_id: sourceId, name } = template
  const sealedId = status === 'COMPLETED' ? resultId : null
  const fileId = sealedId ?? sourceId
  const file = await files.open(database.db, signer.roomId, fileId)
  const range = requestedRange(headers, file.size)
  await database.transaction(async (tx) => {
    const { person } = await holdOwn(tx, parts, signer)
    const now = clock.now()
    const since = new Date(now.getTime() - NOTED_MS)
    if (!(await markFetched(tx, person.id, { fileId, purpose, at: now, since }))) return
    await activity.record(tx, auditActorOf(signer), ENTRIES[purpose], detailsOf(template, person))
  })
  const fileName = sealedId === null ? pdfNameOf(name) : sealedNameOf(name, language)
  const ranged = {
    size: file.size,
    type: 'application/pdf',
    disposition: disposition('inline', fileName),
  }
  return bytesInRange(ranged, range, file.reader.stream(range))
}

const ownDocument = (signer: Signer): Subjects<Own & { readonly facts: EsignFileFacts }> => ({
  async find(db) {
    const own = await findOwn(db, signer)
    return [{ ...own, facts: { roomId: own.template.room_id, templateId: own.template.id } }]
  },
})

/** @throws Refusal NOT_FOUND for another document's image */
export async function handOutImage(
  { database: { db }, encryptor }: Pick<SigningParts, 'database' | 'encryptor'>,
  signer: Signer,
  imageId: number,
): Promise<Bytes> {
  const { roomId, templateId } = signer
  const { template } = await findOwn(db, signer)
  const { annotations } = await templateTexts.decrypt(
    encryptor,
    { db, roomId },
    templateId,
    template.sealed,
  )
  const isShown = annotations.some((each) => each.kind === 'IMAGE' && each.image === imageId)
  const image = isShown ? await findImage(db, roomId, imageId) : undefined
  if (!image) throw new Refusal('NOT_FOUND')
  return {
    type: 'image/png',
    body: await encryptor.open(db, roomId, imagePurpose(imageId), image.sealed),
  }
}
