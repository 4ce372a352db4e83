import { buffer } from 'node:stream/consumers'
import type { ErrorCode } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { openSealedFile } from '../../../platform/blob/open-sealed-file.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { handle, type JobContext } from '../../../platform/jobs/job.ts'
import type { MailAttachment } from '../../../platform/mail/mail.ts'
import { PdfError, type SealedPdf, SigningError } from '../../../workers/seal/index.ts'
import { machine } from '../../activity/index.ts'
import { bookStorage } from '../../rooms/index.ts'
import { type NewComposeFile, writeSealed } from '../compose-files.ts'
import { noteTemplateEvent } from '../note-event.ts'
import { type Gathered, gatherSealing } from './gather-sealing.ts'
import { sealDocument } from './queue-sealing.ts'
import type { SealingParts } from './sealing.parts.ts'
import { findSealing, holdTemplate, type SealingRow } from './sealing.read.ts'
import { markCompleted, markFailed } from './sealing.store.ts'
import { tellAll, tellFailure } from './tell-of-sealing.ts'

const REASON = '모든 서명을 마친 문서의 봉인 / Sealed after everybody has signed'

/** What a document is marked with that could not be sealed. */
type Failure = Extract<ErrorCode, `SEAL_${string}`>

/** As often as the job runs. */
const MANY = Number.POSITIVE_INFINITY

/** The room cannot hold the result. */
class NoSpace extends Error {
  override readonly name = 'NoSpace'
}

/** The handler of `sealDocument`. */
export function sealingHandler(parts: SealingParts) {
  return handle(sealDocument, async (key, context) => {
    const template = await findSealing(parts.database.db, key)
    if (!template) return
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
  if (error instanceof SigningError)
    return error.code === 'CERTIFICATE' ? { code: 'SEAL_CERTIFICATE', attempts: 1 } : { code: 'SEAL_TIME_STAMP', attempts: MANY }
  if (!(error instanceof PdfError)) return { code: 'SEAL_FAILED', attempts: MANY }
  if (error.code === 'TOO_LARGE') return { code: 'SEAL_TOO_LARGE', attempts: 1 }
  if (error.code === 'NOT_UNDERSTOOD') return { code: 'SEAL_PDF', attempts: 1 }
  // A document that is too much for its process would be it each time, and all others wait for it.
  return { code: 'SEAL_FAILED', attempts: error.code === 'TIMEOUT' || error.code === 'CRASHED' ? 2 : MANY }
}

/** Makes the sealed document outside of any transaction, and keeps it in one. */
async function seal(parts: SealingParts, template: SealingRow, { signal }: JobContext): Promise<void> {
  const at = parts.clock.now()
  const gathered = await gatherSealing(parts, template, at)
  const { segments, context } = gathered.source.sealed
  const local = await Promise.all(segments.map(async ({ blobId, key, size }) => ({ path: await parts.blobs.local(blobId), key, size })))
  const signature = { signer: await parts.sealKeys.signer(), at, reason: REASON }
  const made = await parts.seals.seal({ segments: local, context }, { ...gathered.request, signature }, signal)
  try {
    await look(parts, template, made, signal)
    await keep(parts, { template, gathered, at }, made)
  } finally {
    await made.discard()
  }
}

/** Whoever opens it has to see as many pages as there are. */
async function look({ pool }: SealingParts, { pages }: SealingRow, made: SealedPdf, signal: AbortSignal): Promise<void> {
  const { segments, context, pageCount, auditPages } = made
  const found = await pool.inspect({ id: `sealed ${context.file}`, kind: 'pdf', segments, context }, { signal })
  if (found.pages.length !== pageCount || pageCount !== pages.length + auditPages)
    throw new PdfError('NOT_UNDERSTOOD', `${found.pages.length} pages are seen of ${pages.length} and ${auditPages}`)
}

interface Completion {
  readonly template: SealingRow
  readonly gathered: Gathered
  readonly at: Date
}

async function keep(parts: SealingParts, completion: Completion, made: SealedPdf): Promise<void> {
  const { template } = completion
  const attachment = await attachmentOf(template.name, made)
  const file = await writeSealed(parts.files, template.room_id, made)
  // What the transaction throws leaves the blob to the sweep: it may have been committed.
  const kept = await parts.database.transaction((tx) => complete(tx, parts, completion, { file, attachment }))
  if (kept === 'done') return
  await parts.files.discard(file)
  if (kept === 'full') throw new NoSpace()
}

/** The sealed file as it goes with a mail, unless it is too large for one. */
async function attachmentOf(name: string, made: SealedPdf): Promise<MailAttachment | undefined> {
  if (made.segments[0].size > LIMITS.attachmentBytes) return undefined
  const opened = await openSealedFile(made)
  try {
    return { name: resultName(name), type: 'application/pdf', content: await buffer(opened.stream()) }
  } finally {
    await opened.close()
  }
}

const resultName = (name: string): string => (name.toLowerCase().endsWith('.pdf') ? name : `${name}.pdf`)

interface Result {
  readonly file: NewComposeFile
  readonly attachment: MailAttachment | undefined
}

/** @returns `gone` where somebody else was faster, or has destroyed it; `full` where the room has no space. Nothing is written then. */
async function complete(
  tx: Tx,
  parts: SealingParts,
  { template, gathered, at }: Completion,
  { file, attachment }: Result,
): Promise<'done' | 'gone' | 'full'> {
  const { id: templateId, room_id: roomId, name } = template
  if (!(await holdTemplate(tx, { roomId, templateId }, 'SEALING'))) return 'gone'
  if (!(await bookStorage(tx, roomId, file.segment.size, 0))) return 'full'
  const resultId = await parts.files.insert(tx, roomId, file, at)
  await markCompleted(tx, templateId, { resultId, at })
  const { participants, source } = gathered
  const { sha256 } = file.segment
  await parts.activity.record(tx, machine(roomId), 'compose.sealed', {
    templateId,
    name,
    sourceSha256: source.sha256,
    resultSha256: sha256,
  })
  await tellAll(tx, parts, template, { participants, sha256, attachment })
  return 'done'
}

/** Writes down that a document could not be sealed, and tells its author. */
async function fail(parts: SealingParts, template: SealingRow, code: Failure): Promise<void> {
  const { id: templateId, room_id: roomId, name } = template
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    if (!(await holdTemplate(tx, { roomId, templateId }, 'SEALING'))) return
    await markFailed(tx, templateId, { code, at })
    await noteTemplateEvent(tx, { roomId, templateId, kind: 'seal-failed', at })
    await parts.activity.record(tx, machine(roomId), 'compose.seal-failed', { templateId, name, code })
    await tellFailure(tx, parts, template, code)
  })
}
