import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../../../../contract/core/language.ts'
import { pdfNameOf, sealedNameOf } from '../../../../contract/core/pdf-name.ts'
import type { PdfPurpose } from '../../../../contract/features/composed.ts'
import { authorizeOne, type Subjects } from '../../../access/authorize.ts'
import type { ComposeFileFacts } from '../../../access/policies.ts'
import { bytesInRange, requestedRange } from '../../../platform/http/byte-range.ts'
import { disposition } from '../../../platform/http/disposition.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { imagePurpose, templateTexts } from '../sealed-values.ts'
import { findImage } from '../templates.read.ts'
import { findOwn, holdOwn, type Own } from './hold-own.ts'
import { detailsOf } from './record-deed.ts'
import { doerOf, type Signer } from './signer-guard.ts'
import type { SigningParts } from './signing.parts.ts'
import { markFetched } from './signing.store.ts'

/** So long the log is not told again that somebody views or downloads a PDF, which browsers fetch in many ranges. */
const NOTED_MS = 3_600_000

const ENTRIES = { view: 'sign.opened', download: 'sign.downloaded' } as const satisfies Record<PdfPurpose, string>

interface Fetching {
  /** What the caller says that it is for; whoever says nothing downloads it. */
  readonly purpose?: PdfPurpose | undefined
  readonly headers: Readonly<IncomingHttpHeaders>
  /** In which the sealed one is named. */
  readonly language: Language
}

/** The PDF that the caller is to sign or, once the document is completed, the sealed one. @throws Refusal RANGE; as the guard does. */
export async function handOutPdf(
  parts: SigningParts,
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
    await activity.record(tx, doerOf(signer), ENTRIES[purpose], detailsOf(template, person))
  })
  const fileName = sealedId === null ? pdfNameOf(name) : sealedNameOf(name, language)
  const ranged = { size: file.size, type: 'application/pdf', disposition: disposition('inline', fileName) }
  return bytesInRange(ranged, range, file.reader.stream(range))
}

/** The document of a link, as the gate looks at it. */
const ownDocument = (signer: Signer): Subjects<Own & { readonly facts: ComposeFileFacts }> => ({
  async find(db) {
    const own = await findOwn(db, signer)
    return [{ ...own, facts: { roomId: own.template.room_id, templateId: own.template.id } }]
  },
})

/** An image on a page of the caller's document. @throws Refusal NOT_FOUND where it stands on none. */
export async function handOutImage({ database: { db }, sealer }: SigningParts, signer: Signer, imageId: number): Promise<Bytes> {
  const { roomId, templateId } = signer
  const { template } = await findOwn(db, signer)
  const { annotations } = await templateTexts.open(sealer, { db, roomId }, templateId, template.sealed)
  const isShown = annotations.some((each) => each.kind === 'IMAGE' && each.image === imageId)
  const image = isShown ? await findImage(db, roomId, imageId) : undefined
  if (!image) throw new Refusal('NOT_FOUND')
  return { type: 'image/png', body: await sealer.open(db, roomId, imagePurpose(imageId), image.sealed) }
}
