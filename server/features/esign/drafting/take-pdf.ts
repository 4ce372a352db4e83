import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { upload } from '../../../../contract/features/compose.ts'
import type { Size } from '../../../../paper/space/page-space.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { PdfError } from '../../../workers/esign/index.ts'
import {
  RenderError,
  type RenderFailure,
  type RenderSource,
} from '../../../workers/render/index.ts'
import { asRefusal, pdfSource } from '../../delivery/index.ts'
import { takeStorage } from '../../rooms/index.ts'
import type { EsignParts } from '../esign.parts.ts'
import { type NewComposeFile, writeEncrypted } from './compose-files.ts'
import { insertTemplate, type NewTemplate } from './templates.store.ts'

export interface TakenPdf {
  readonly file: NewComposeFile
  /** Sizes are in points, as displayed. */
  readonly pages: readonly Size[]
}

interface TakePdfInput {
  readonly password: string | undefined
  /** Checks the decrypted copy. @throws Refusal for forbidden content */
  readonly vet: (file: NewComposeFile) => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Decrypts and flattens, so every viewer shows what is signed. A failure leaves nothing.
 * @throws Refusal PASSWORD_NEEDED, PDF_PASSWORD, TOO_MANY, TOO_MANY_PAGES, TOO_LARGE; those of `vet`; SEAL_PDF, SEAL_TOO_LARGE,
 * SEAL_FAILED if sealing would fail later; the document's own code if damaged.
 */
export async function takePdf(
  parts: Pick<EsignParts, 'blobs' | 'files' | 'pool' | 'seals' | 'throttle'>,
  actor: Actor,
  written: NewComposeFile,
  opening: TakePdfInput,
): Promise<TakenPdf> {
  let file = written
  try {
    const bare = await unprotected(parts, actor, await sourceOf(parts, actor, written), opening)
    if (bare) {
      if (bare.length > LIMITS.uploadBytes) throw new Refusal('TOO_LARGE')
      file = await parts.files.write(actor.roomId, [bare])
      await parts.files.discard(written)
      await opening.vet(file)
    }
    const { pages } = await parts.pool.inspect(await sourceOf(parts, actor, file), {
      signal: opening.signal,
    })
    if (pages.length > LIMITS.pagesPerDocument) throw tooManyPages()
    const flat = await flattened(parts, actor, file, pages.length, opening.signal)
    if (flat) {
      await parts.files.discard(file)
      file = flat
    }
    return {
      file: file === written ? file : { ...file, originSha256: written.segment.sha256 },
      pages,
    }
  } catch (error) {
    await parts.files.discard(written)
    await parts.files.discard(file)
    throw isFailure(error, 'TOO_LARGE') ? tooManyPages() : asRefusal(error)
  }
}

/** Runs a trial sealing. @returns undefined without annotations other than links */
async function flattened(
  parts: Pick<EsignParts, 'blobs' | 'files' | 'seals'>,
  actor: Actor,
  file: NewComposeFile,
  pageCount: number,
  signal: AbortSignal,
): Promise<NewComposeFile | undefined> {
  const source = await sourceOf(parts, actor, file)
  const made = await parts.seals
    .seal(source, { pages: [], drawings: [], images: [] }, signal)
    .catch((error: unknown) => {
      throw error instanceof PdfError ? new Refusal(UNSEALABLE[error.code]) : error
    })
  try {
    // Displayed and sealed pages must agree.
    if (made.pageCount !== pageCount) throw new Refusal('SEAL_PDF')
    return made.isFlattened ? await writeEncrypted(parts.files, actor.roomId, made) : undefined
  } finally {
    await made.discard()
  }
}

const UNSEALABLE = {
  NOT_UNDERSTOOD: 'SEAL_PDF',
  TOO_LARGE: 'SEAL_TOO_LARGE',
  TIMEOUT: 'SEAL_FAILED',
  CRASHED: 'SEAL_FAILED',
  BUSY: 'BUSY',
  CLOSED: 'BUSY',
} as const satisfies Record<PdfError['code'], ErrorCode>

const tooManyPages = (): Refusal =>
  new Refusal('TOO_MANY_PAGES', { variables: { limit: LIMITS.pagesPerDocument } })

async function sourceOf(
  { files, blobs }: Pick<EsignParts, 'blobs' | 'files'>,
  { roomId, memberId }: Actor,
  file: NewComposeFile,
): Promise<RenderSource> {
  const { sealed } = await files.openNew(roomId, file)
  return { ...(await pdfSource({ blobs }, sealed)), owner: memberId }
}

/** Wrong passwords share the viewer's throttle. */
async function unprotected(
  { pool, throttle }: Pick<EsignParts, 'pool' | 'throttle'>,
  { memberId }: Actor,
  source: RenderSource,
  { password, signal }: TakePdfInput,
): Promise<Uint8Array | undefined> {
  try {
    return await pool.unprotected(source, { signal })
  } catch (error) {
    if (!isFailure(error, 'LOCKED')) throw error
  }
  if (password === undefined || password === '') throw new Refusal('PASSWORD_NEEDED')
  const opened = await throttle.guess('document-member', String(memberId), () =>
    pool
      .unprotected({ ...source, id: `${source.id} ${randomUUID()}`, password }, { signal })
      .catch((error: unknown) => {
        if (isFailure(error, 'LOCKED')) return undefined
        throw error
      }),
  )
  if (!opened) throw new Refusal('PDF_PASSWORD')
  return opened
}

const isFailure = (error: unknown, code: RenderFailure): boolean =>
  error instanceof RenderError && error.code === code

type Taken = Pick<
  NewTemplate,
  'itemId' | 'name' | 'signValid' | 'waterMark' | 'wasSigned' | 'texts'
>

/** @throws Refusal NO_SPACE, and those of `confirm`, after discarding the PDF */
export async function addTemplate(
  parts: Pick<EsignParts, 'database' | 'files' | 'encryptor' | 'activity' | 'clock' | 'confirm'>,
  actor: Actor,
  { file, pages }: TakenPdf,
  taken: Taken,
): Promise<PayloadIn<typeof upload>> {
  const { roomId, memberId } = actor
  const { size } = file.segment
  const at = parts.clock.now()
  try {
    return await parts.database.transaction(async (tx) => {
      await parts.confirm(tx, actor, 'compose.write')
      await takeStorage(tx, roomId, size)
      const sourceId = await parts.files.insert(tx, roomId, file, at)
      const made = {
        ...taken,
        roomId,
        createdBy: memberId,
        at,
        originName: taken.name,
        sourceId,
        pages,
      }
      const templateId = await insertTemplate(tx, parts.encryptor, made)
      const origin = taken.itemId === null ? {} : { itemId: taken.itemId }
      await parts.activity.record(tx, actor, 'compose.uploaded', {
        templateId,
        name: taken.name,
        size,
        ...origin,
      })
      return { templateId, name: taken.name, pageCount: pages.length, pages: [...pages] }
    })
  } catch (error) {
    // After an uncertain commit the sweep decides.
    if (error instanceof Refusal) await parts.files.discard(file)
    throw error
  }
}
