import type { IncomingHttpHeaders } from 'node:http'
import { bytesInRange, requestedRange } from '../../../platform/http/byte-range.ts'
import { disposition } from '../../../platform/http/disposition.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { fileNameOf } from '../file-name.ts'
import { imagePurpose, templateTexts } from '../sealed-values.ts'
import { findImage } from '../templates.read.ts'
import { findOwn, holdOwn } from './hold-own.ts'
import { detailsOf } from './open-ceremony.ts'
import { doerOf, type Signer } from './signer-guard.ts'
import type { SigningParts } from './signing.parts.ts'
import { markDownloaded } from './signing.store.ts'

/** So long the log is not told again that somebody has a PDF, which browsers fetch in many ranges. */
const NOTED_MS = 3_600_000

/** The PDF that the caller is to sign or, once the document is completed, the sealed one. @throws Refusal RANGE; as the guard does. */
export async function handOutPdf(parts: SigningParts, signer: Signer, headers: Readonly<IncomingHttpHeaders>): Promise<Bytes> {
  const { database, files, activity, clock } = parts
  const { template } = await findOwn(database.db, signer)
  const { status, result_id: resultId, source_id: sourceId, name } = template
  const fileId = status === 'COMPLETED' && resultId !== null ? resultId : sourceId
  const file = await files.open(database.db, signer.roomId, fileId)
  const range = requestedRange(headers, file.size)
  await database.transaction(async (tx) => {
    const { person } = await holdOwn(tx, parts, signer)
    const now = clock.now()
    if (!(await markDownloaded(tx, person.id, { fileId, at: now, since: new Date(now.getTime() - NOTED_MS) }))) return
    await activity.record(tx, doerOf(signer), 'sign.downloaded', detailsOf(template, person))
  })
  return bytesInRange(
    { size: file.size, type: 'application/pdf', disposition: disposition('inline', fileNameOf(name)) },
    range,
    file.reader.stream(range),
  )
}

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
