import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ErrorCode } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { openSealedFile } from '../../../platform/blob/open-sealed-file.ts'
import { totalSize } from '../../../platform/blob/segments.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { handle, type JobContext } from '../../../platform/jobs/job.ts'
import { PdfError, type SealedPdf, type SealStrength, SigningError } from '../../../workers/seal/index.ts'
import { machine } from '../../activity/index.ts'
import { pdfSource } from '../../renditions/index.ts'
import { bookStorage } from '../../rooms/index.ts'
import { type NewComposeFile, writeSealed } from '../compose-files.ts'
import { noteTemplateEvent } from '../note-event.ts'
import { findTemplate, holdTemplate, type TemplateRow } from '../templates.read.ts'
import { moveTemplate } from '../templates.store.ts'
import { type Gathered, gatherSealing } from './gather-sealing.ts'
import { sealDocument } from './queue-sealing.ts'
import type { SealingParts } from './sealing.parts.ts'
import { tellAll, tellFailure } from './tell-of-sealing.ts'

const REASON = '모든 서명을 마친 문서의 봉인 / Sealed after everybody has signed'

/** What a document is marked with that could not be sealed. */
type Failure = Extract<ErrorCode, `SEAL_${string}`>

/** As often as the job runs. */
const MANY = Number.POSITIVE_INFINITY

const SIGNING_FAILURES: Readonly<Record<SigningError['code'], { readonly code: Failure; readonly attempts: number }>> = {
  CERTIFICATE: { code: 'SEAL_CERTIFICATE', attempts: 1 },
  REVOKED: { code: 'SEAL_REVOKED', attempts: 1 },
  TIME_STAMP: { code: 'SEAL_TIME_STAMP', attempts: MANY },
}

/** The room cannot hold the result. */
class NoSpace extends Error {
  override readonly name = 'NoSpace'
}

/** The handler of `sealDocument`. */
export function sealingHandler(parts: SealingParts) {
  return handle(sealDocument, async ({ roomId, templateId }, context) => {
    const template = await findTemplate(parts.database.db, roomId, templateId)
    if (template?.status !== 'SEALING') return
    try {
      await seal(parts, template, context)
    } catch (error) {
      context.signal.throwIfAborted()
      const { code, attempts } = failureOf(error)
      if (context.attempt < attempts && !context.lastAttempt) throw error
      parts.log.error({ templateId: template.id, failure: code, error }, 'a document could not be sealed')
      await fail(parts, template, code)
    }
  })
}

/** What a failure is called, and how often it is tried before that is said. */
function failureOf(error: unknown): { readonly code: Failure; readonly attempts: number } {
  if (error instanceof NoSpace) return { code: 'SEAL_NO_SPACE', attempts: 1 }
  if (error instanceof SigningError) return SIGNING_FAILURES[error.code]
  if (!(error instanceof PdfError)) return { code: 'SEAL_FAILED', attempts: MANY }
  if (error.code === 'TOO_LARGE') return { code: 'SEAL_TOO_LARGE', attempts: 1 }
  if (error.code === 'NOT_UNDERSTOOD') return { code: 'SEAL_PDF', attempts: 1 }
  // A document that is too much for its process would be it each time, and all others wait for it.
  return { code: 'SEAL_FAILED', attempts: error.code === 'TIMEOUT' || error.code === 'CRASHED' ? 2 : MANY }
}

/** Makes the sealed document outside of any transaction, and keeps it in one. */
async function seal(parts: SealingParts, template: TemplateRow, { signal }: JobContext): Promise<void> {
  const at = parts.clock.now()
  const gathered = await gatherSealing(parts, template, at)
  const source = await pdfSource(parts, gathered.source.sealed)
  const signature = { signer: await parts.sealKeys.signer(), at, reason: REASON }
  const made = await parts.seals.seal(source, { ...gathered.request, signature }, signal)
  try {
    await look(parts, template, made, signal)
    await keep(parts, { template, gathered, at, ...told(parts, template, made) }, made)
  } finally {
    await made.discard()
  }
}

/** Whoever opens it has to see as many pages as there are. */
async function look({ pool }: SealingParts, { pages }: TemplateRow, made: SealedPdf, signal: AbortSignal): Promise<void> {
  const { segments, context, pageCount, auditPages } = made
  const found = await pool.inspect({ id: `sealed ${context.file}`, kind: 'pdf', segments, context }, { signal })
  if (found.pages.length !== pageCount || pageCount !== pages.length + auditPages)
    throw new PdfError('NOT_UNDERSTOOD', `${found.pages.length} pages are seen of ${pages.length} and ${auditPages}`)
}

/** How strong the seal became, and whose it is. Where it could have been stronger, whoever runs the server is told why. */
function told({ log }: SealingParts, { id: templateId }: TemplateRow, { strength, certificate }: SealedPdf): Seal {
  if (!strength || !certificate) throw new Error('a sealed document without a signature')
  const { level, lack, detail } = strength
  if (level === 'B-T') log.warn({ templateId, lack, detail }, 'a document is sealed without what proves its certificates later')
  return { strength, certificateHash: createHash('sha256').update(certificate).digest() }
}

interface Seal {
  readonly strength: SealStrength
  /** SHA-256 of the certificate that sealed this document; the server may have another one by now. */
  readonly certificateHash: Buffer
}

interface Completion extends Seal {
  readonly template: TemplateRow
  readonly gathered: Gathered
  readonly at: Date
}

async function keep(parts: SealingParts, completion: Completion, made: SealedPdf): Promise<void> {
  const { template } = completion
  const pdf = await mailable(made)
  const file = await writeSealed(parts.files, template.room_id, made)
  // What the database throws at the end leaves the blob to the sweep: it may have been committed.
  const kept = await parts.database.transaction((tx) =>
    complete(tx, parts, completion, { file, pdf }).catch(async (error: unknown) => {
      await parts.files.discard(file)
      throw error
    }),
  )
  if (kept === 'done') return
  await parts.files.discard(file)
  if (kept === 'full') throw new NoSpace()
}

/** The sealed file to be attached to mails, unless it is too large for one. */
async function mailable(made: SealedPdf): Promise<Buffer | undefined> {
  if (totalSize(made.segments) > LIMITS.attachmentBytes) return undefined
  const opened = await openSealedFile(made)
  try {
    return await buffer(opened.stream())
  } finally {
    await opened.close()
  }
}

interface Result {
  readonly file: NewComposeFile
  readonly pdf: Buffer | undefined
}

/** @returns `gone` where somebody else was faster, or has destroyed it; `full` where the room has no space. Nothing is written then. */
async function complete(
  tx: Tx,
  parts: SealingParts,
  { template, gathered, at, strength: { level, lack }, certificateHash }: Completion,
  { file, pdf }: Result,
): Promise<'done' | 'gone' | 'full'> {
  const { id: templateId, room_id: roomId, name } = template
  if ((await holdTemplate(tx, roomId, templateId))?.status !== 'SEALING') return 'gone'
  if (!(await bookStorage(tx, roomId, file.segment.size, 0))) return 'full'
  const resultId = await parts.files.insert(tx, roomId, file, at)
  await moveTemplate(tx, templateId, { status: 'COMPLETED', result_id: resultId, ended_at: at, failure: null, failed_at: null })
  const { participants, source } = gathered
  const { sha256 } = file.segment
  await parts.activity.record(tx, machine(roomId), 'compose.sealed', {
    templateId,
    name,
    sourceSha256: source.sha256,
    resultSha256: sha256,
    level,
    lack,
  })
  await tellAll(tx, parts, template, { participants, sha256, certificateHash, level, pdf })
  return 'done'
}

/** Writes down that a document could not be sealed, and tells its author. */
async function fail(parts: SealingParts, template: TemplateRow, code: Failure): Promise<void> {
  const { id: templateId, room_id: roomId, name } = template
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    if ((await holdTemplate(tx, roomId, templateId))?.status !== 'SEALING') return
    await moveTemplate(tx, templateId, { status: 'FAILED', failure: code, failed_at: at })
    await noteTemplateEvent(tx, { roomId, templateId, kind: 'seal-failed', at })
    await parts.activity.record(tx, machine(roomId), 'compose.seal-failed', { templateId, name, code })
    await tellFailure(tx, parts, template, code)
  })
}
