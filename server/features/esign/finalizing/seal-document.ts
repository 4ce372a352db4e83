import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ErrorCode } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { openEncryptedFile } from '../../../platform/blob/open-encrypted-file.ts'
import { totalSize } from '../../../platform/blob/segments.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { undoneTransaction } from '../../../platform/db/undone-transaction.ts'
import { handle, type JobContext } from '../../../platform/jobs/job.ts'
import {
  PdfError,
  type SealedPdf,
  type SealStrength,
  SigningError,
} from '../../../workers/esign/index.ts'
import { machine } from '../../audit/index.ts'
import { pdfSource } from '../../delivery/index.ts'
import { takeStorageIfFree } from '../../rooms/index.ts'
import { type NewComposeFile, writeEncrypted } from '../drafting/compose-files.ts'
import { findTemplate, holdTemplate, type TemplateRow } from '../drafting/templates.read.ts'
import { moveTemplate } from '../drafting/templates.store.ts'
import { noteTemplateEvent } from '../note-event.ts'
import { mayMove } from '../signing-states.ts'
import { type Gathered, gatherSealing } from './gather-sealing.ts'
import { notifyFailure, notifyParticipants } from './notify-of-sealing.ts'
import { sealingJob } from './queue-sealing.ts'
import type { SealingParts } from './sealing.parts.ts'

const REASON = '모든 서명을 마친 문서의 봉인 / Sealed after everybody has signed'

type Failure = Extract<ErrorCode, `SEAL_${string}`>

const MANY = Number.POSITIVE_INFINITY

const SIGNING_FAILURES: Readonly<
  Record<SigningError['code'], { readonly code: Failure; readonly attempts: number }>
> = {
  CERTIFICATE: { code: 'SEAL_CERTIFICATE', attempts: 1 },
  REVOKED: { code: 'SEAL_REVOKED', attempts: 1 },
  TIME_STAMP: { code: 'SEAL_TIME_STAMP', attempts: MANY },
}

class NoSpace extends Error {
  override readonly name = 'NoSpace'
}

export function sealingHandler(parts: SealingParts) {
  return handle(sealingJob, async ({ roomId, templateId }, context) => {
    const template = await findTemplate(parts.database.db, roomId, templateId)
    if (!template || !mayMove(template.status, 'COMPLETED')) return
    try {
      await seal(parts, template, context)
    } catch (error) {
      context.signal.throwIfAborted()
      const { code, attempts } = failureOf(error)
      if (context.attempt < attempts && !context.lastAttempt) throw error
      parts.log.error(
        { templateId: template.id, failure: code, error },
        'a document could not be sealed',
      )
      await fail(parts, template, code)
    }
  })
}

function failureOf(error: unknown): { readonly code: Failure; readonly attempts: number } {
  if (error instanceof NoSpace) return { code: 'SEAL_NO_SPACE', attempts: 1 }
  if (error instanceof SigningError) return SIGNING_FAILURES[error.code]
  if (!(error instanceof PdfError)) return { code: 'SEAL_FAILED', attempts: MANY }
  if (error.code === 'TOO_LARGE') return { code: 'SEAL_TOO_LARGE', attempts: 1 }
  if (error.code === 'NOT_UNDERSTOOD') return { code: 'SEAL_PDF', attempts: 1 }
  // Another attempt would exhaust its process again.
  return {
    code: 'SEAL_FAILED',
    attempts: error.code === 'TIMEOUT' || error.code === 'CRASHED' ? 2 : MANY,
  }
}

async function seal(
  parts: SealingParts,
  template: TemplateRow,
  { signal }: JobContext,
): Promise<void> {
  const at = parts.clock.now()
  const gathered = await gatherSealing(parts, template, at)
  const source = await pdfSource(parts, gathered.source.sealed)
  const signature = { signer: await parts.sealKeys.signer(), at, reason: REASON }
  const made = await parts.seals.seal(source, { ...gathered.request, signature }, signal)
  try {
    await look(parts, template, made, signal)
    await keep(parts, { template, gathered, at, ...reported(parts, template, made) }, made)
  } finally {
    await made.discard()
  }
}

async function look(
  { pool }: Pick<SealingParts, 'pool'>,
  { pages }: TemplateRow,
  made: SealedPdf,
  signal: AbortSignal,
): Promise<void> {
  const { segments, context, pageCount, auditPages } = made
  const found = await pool.inspect(
    { id: `sealed ${context.file}`, kind: 'pdf', segments, context },
    { signal },
  )
  if (found.pages.length !== pageCount || pageCount !== pages.length + auditPages)
    throw new PdfError(
      'NOT_UNDERSTOOD',
      `${found.pages.length} pages are seen of ${pages.length} and ${auditPages}`,
    )
}

function reported(
  { log }: Pick<SealingParts, 'log'>,
  { id: templateId }: TemplateRow,
  { strength, certificate }: SealedPdf,
): Seal {
  if (!strength || !certificate) throw new Error('a sealed document without a signature')
  const { level, blocker, detail } = strength
  if (level === 'B-T')
    log.warn(
      { templateId, lack: blocker, detail },
      'a document is sealed without what proves its certificates later',
    )
  return { strength, certificateHash: createHash('sha256').update(certificate).digest() }
}

interface Seal {
  readonly strength: SealStrength
  /** The hash is SHA-256 of the used certificate, because the server may replace its own. */
  readonly certificateHash: Buffer
}

interface Completion extends Seal {
  readonly template: TemplateRow
  readonly gathered: Gathered
  readonly at: Date
}

async function keep(
  parts: Pick<SealingParts, 'database' | 'files' | 'outbox' | 'activity' | 'clock' | 'publicUrl'>,
  completion: Completion,
  made: SealedPdf,
): Promise<void> {
  const { template } = completion
  const pdf = await mailable(made)
  const file = await writeEncrypted(parts.files, template.room_id, made)
  const kept = await undoneTransaction(parts.database, {
    work: (tx) => complete(tx, parts, completion, { file, pdf }),
    undo: () => parts.files.discard(file),
  })
  if (kept === 'done') return
  await parts.files.discard(file)
  if (kept === 'full') throw new NoSpace()
}

async function mailable(made: SealedPdf): Promise<Buffer | undefined> {
  if (totalSize(made.segments) > LIMITS.attachmentBytes) return undefined
  const opened = await openEncryptedFile(made)
  try {
    return await buffer(opened.stream())
  } finally {
    await opened.close()
  }
}

interface SealedDocument {
  readonly file: NewComposeFile
  readonly pdf: Buffer | undefined
}

/** @returns `gone` after another run or destruction, `full` without space */
async function complete(
  tx: Tx,
  parts: Pick<SealingParts, 'files' | 'outbox' | 'activity' | 'clock' | 'publicUrl'>,
  { template, gathered, at, strength: { level, blocker }, certificateHash }: Completion,
  { file, pdf }: SealedDocument,
): Promise<'done' | 'gone' | 'full'> {
  const { id: templateId, room_id: roomId, name } = template
  const held = await holdTemplate(tx, roomId, templateId)
  if (!held || !mayMove(held.status, 'COMPLETED')) return 'gone'
  if (!(await takeStorageIfFree(tx, roomId, file.segment.size))) return 'full'
  const resultId = await parts.files.insert(tx, roomId, file, at)
  await moveTemplate(tx, templateId, {
    status: 'COMPLETED',
    result_id: resultId,
    ended_at: at,
    failure: null,
    failed_at: null,
  })
  const { participants, source } = gathered
  const { sha256 } = file.segment
  await parts.activity.record(tx, machine(roomId), 'compose.sealed', {
    templateId,
    name,
    sourceSha256: source.sha256,
    resultSha256: sha256,
    level,
    lack: blocker,
  })
  await notifyParticipants(tx, parts, template, {
    participants,
    sha256,
    certificateHash,
    level,
    pdf,
  })
  return 'done'
}

async function fail(
  parts: Pick<SealingParts, 'database' | 'outbox' | 'activity' | 'clock' | 'publicUrl'>,
  template: TemplateRow,
  code: Failure,
): Promise<void> {
  const { id: templateId, room_id: roomId, name } = template
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    const held = await holdTemplate(tx, roomId, templateId)
    if (!held || !mayMove(held.status, 'FAILED')) return
    await moveTemplate(tx, templateId, { status: 'FAILED', failure: code, failed_at: at })
    await noteTemplateEvent(tx, { roomId, templateId, kind: 'seal-failed', at })
    await parts.activity.record(tx, machine(roomId), 'compose.seal-failed', {
      templateId,
      name,
      code,
    })
    await notifyFailure(tx, parts, template, code)
  })
}
