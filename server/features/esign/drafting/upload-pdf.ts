import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import { type upload, uploadFields } from '../../../../contract/features/compose.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  extensionOf,
  refusedName,
  refuseFiles,
  refuseFullDisk,
  type SpaceHeld,
  splitRelativePath,
} from '../../documents/index.ts'
import type { EsignParts } from '../esign.parts.ts'
import { SignatureTrace } from '../signature-trace.ts'
import type { NewComposeFile } from './compose-files.ts'
import { streamForm } from './stream-form.ts'
import { addTemplate, takePdf } from './take-pdf.ts'
import { vetting } from './vet-pdf.ts'

/** Beyond this excess the connection ends. */
const OVERRUN_BYTES = 64_000_000

interface ReceivedPdf {
  readonly name: string
  readonly file: NewComposeFile
  readonly wasSigned: boolean
}

interface UploadCall {
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly language: Language
  readonly signal: AbortSignal
}

/**
 * Encrypts while streaming. A refusal leaves nothing.
 * @throws Refusal BAD_REQUEST, TYPE_REFUSED, TOO_LARGE, NO_SPACE, SCANNER_DOWN, and those of `takePdf`.
 */
export async function uploadPdf(
  parts: EsignParts,
  { actor, request, language, signal }: UploadCall,
): Promise<PayloadIn<typeof upload>> {
  const announced = request.headers['content-length']
  const { db } = parts.database
  const space = await parts.documents.incoming.hold(
    db,
    actor.roomId,
    announced === undefined ? undefined : Number(announced),
  )
  let received: ReceivedPdf | undefined
  try {
    const fields = await streamForm(request, uploadFields, signal, async (part) => {
      received = await receivePdf(parts, actor, part, space)
    })
    if (!received) throw new Refusal('BAD_REQUEST')
    const { name, file, wasSigned } = received
    if (fields.roomId !== undefined && fields.roomId !== actor.roomId)
      throw new Refusal('NOT_FOUND')
    const vet = vetting(parts, actor, { name, language })
    refuseName(name, language)
    await vet(file)
    // Callees discard the file.
    received = undefined
    const taken = await takePdf(parts, actor, file, { password: fields.password, vet, signal })
    space.release()
    return await addTemplate(parts, actor, taken, {
      itemId: null,
      name,
      wasSigned,
      signValid: fields.signValid ?? LIMITS.signValidDefault,
      waterMark: ['true', '1', 'Y'].includes(fields.waterMark ?? ''),
      texts: { notice: fields.notice ?? '', annotations: [], labels: {} },
    })
  } catch (error) {
    if (received) await parts.files.discard(received.file)
    return refuseFullDisk(error)
  } finally {
    space.release()
  }
}

async function receivePdf(
  { files }: Pick<EsignParts, 'files'>,
  { roomId }: Actor,
  part: MultipartFile,
  space: SpaceHeld,
): Promise<ReceivedPdf> {
  const trace = new SignatureTrace()
  const file = await files.write(roomId, pieces(part, trace, space))
  return { name: splitRelativePath(part.filename).name, file, wasSigned: trace.isSigned }
}

/** Senders of oversized files get the response. */
async function* pieces(
  part: MultipartFile,
  trace: SignatureTrace,
  space: SpaceHeld,
): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of part.file as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > LIMITS.uploadBytes + OVERRUN_BYTES) break
    if (size > LIMITS.uploadBytes) continue
    await space.take(piece.length)
    trace.see(piece)
    yield piece
  }
  if (size > LIMITS.uploadBytes) throw new Refusal('TOO_LARGE')
}

/** @throws Refusal TYPE_REFUSED */
function refuseName(name: string, language: Language): void {
  const wrong = refusedName([], name) ?? (extensionOf(name) === 'pdf' ? undefined : 'EXTENSION')
  if (wrong !== undefined) throw refuseFiles([{ name, code: wrong }], language)
}
