import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import { pdfNameOf } from '../../../../contract/core/pdf-name.ts'
import type { adopt } from '../../../../contract/features/compose.ts'
import { UNVIEWABLE } from '../../../../contract/features/documents.ts'
import type { Actor } from '../../../access/actor.ts'
import { authorize } from '../../../access/authorize.ts'
import { visibleItems } from '../../../access/items.ts'
import type { EncryptedFile } from '../../../platform/blob/encrypted-file.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  convertedKind,
  currentDocuments,
  type FoundDocument,
  viewableKind,
} from '../../delivery/index.ts'
import { refuseFiles, refuseFullDisk, type VersionRow } from '../../documents/index.ts'
import type { EsignParts } from '../esign.parts.ts'
import { SignatureTrace } from '../signature-trace.ts'
import { addTemplate, takePdf } from './take-pdf.ts'
import { vetting } from './vet-pdf.ts'

interface AdoptCall {
  readonly actor: Actor
  readonly body: z.output<(typeof adopt)['body']>
  readonly language: Language
  readonly signal: AbortSignal
}

/**
 * Without a watermark, the copy needs the download right.
 * @throws Refusal NOT_FOUND; DOWNLOAD_DENIED; TYPE_REFUSED for images; the reason for a missing PDF; NO_SPACE; and those of `takePdf`.
 */
export async function adoptDocument(
  parts: EsignParts,
  { actor, body: { fileId, password }, language, signal }: AdoptCall,
): Promise<PayloadIn<typeof adopt>> {
  const { item, version } = await findDocument(parts, actor, fileId)
  if (viewableKind(version) !== 'pdf')
    throw refuseFiles([{ name: item.name, code: 'EXTENSION' }], language)
  const content = parts.documents.content.read(await pdfOf(parts, actor, version))
  const trace = new SignatureTrace()
  const space = await parts.documents.incoming.hold(parts.database.db, actor.roomId, content.size)
  try {
    const file = await parts.files
      .write(actor.roomId, seen(content.stream(), trace, signal))
      .catch(refuseFullDisk)
    const vet = vetting(parts, actor, { name: item.name, language })
    const taken = await takePdf(parts, actor, file, { password, vet, signal }).catch(
      async (error: unknown) => {
        if (error instanceof Refusal && error.code === 'PDF_PASSWORD')
          await recordWrongPassword(parts, actor, item)
        throw error
      },
    )
    return await addTemplate(parts, actor, taken, draftOf(item, version, trace))
  } finally {
    space.release()
  }
}

const draftOf = (item: FoundDocument['item'], version: VersionRow, trace: SignatureTrace) => ({
  itemId: item.id,
  name: pdfNameOf(stemOf(item.name, version)),
  wasSigned: trace.isSigned,
  signValid: LIMITS.signValidDefault,
  waterMark: false,
  texts: { notice: '', annotations: [], labels: {} },
})

async function recordWrongPassword(
  { database, activity }: Pick<EsignParts, 'database' | 'activity'>,
  actor: Actor,
  { id: itemId, name }: FoundDocument['item'],
): Promise<void> {
  await database.transaction((tx) =>
    activity.record(tx, actor, 'document.password-refused', { itemId, name }),
  )
}

/** @throws Refusal NOT_FOUND, DOWNLOAD_DENIED */
async function findDocument(
  parts: Pick<EsignParts, 'database' | 'activity' | 'clock' | 'bus'>,
  actor: Actor,
  fileId: number,
): Promise<FoundDocument> {
  const [verdict] = await authorize(
    parts,
    actor,
    currentDocuments(visibleItems(actor), [fileId]),
    'adopt',
  )
  if (verdict?.outcome === 'allowed') return verdict.found
  if (!verdict?.found || verdict.code === 'NOT_FOUND') throw new Refusal('NOT_FOUND')
  const { found, code } = verdict
  const details = { itemId: found.item.id, name: found.item.name, reason: 'right' } as const
  await parts.database.transaction((tx) =>
    parts.activity.record(tx, actor, 'document.download-refused', details),
  )
  throw new Refusal(code)
}

/** @throws Refusal with the reason for a missing PDF */
async function pdfOf(
  { documents: { content } }: Pick<EsignParts, 'documents'>,
  { roomId }: Actor,
  version: VersionRow,
): Promise<EncryptedFile> {
  if (!convertedKind(version)) return content.open(roomId, version)
  const status = version.status ?? 'WAITING'
  if (status !== 'READY') throw new Refusal(UNVIEWABLE[status])
  return content.openPreview(roomId, version)
}

async function* seen(
  content: Readable,
  trace: SignatureTrace,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for await (const piece of content as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    trace.see(piece)
    yield piece
  }
}

const stemOf = (name: string, version: VersionRow): string =>
  convertedKind(version) ? name.replace(/\.[^.]*$/, '') : name
