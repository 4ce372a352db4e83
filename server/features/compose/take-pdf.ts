import { randomUUID } from 'node:crypto'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import type { upload } from '../../../contract/features/compose.ts'
import type { Size } from '../../../paper/space/page-space.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { RenderError, type RenderFailure, type RenderSource } from '../../workers/render/index.ts'
import { asRefusal, pdfSource } from '../renditions/index.ts'
import { bookStorage } from '../rooms/index.ts'
import type { ComposeParts } from './compose.parts.ts'
import type { NewComposeFile } from './compose-files.ts'
import { insertTemplate, type NewTemplate } from './templates.store.ts'

/** A PDF that can be composed. */
export interface TakenPdf {
  readonly file: NewComposeFile
  /** Sizes of its pages as they are displayed, in points. */
  readonly pages: readonly Size[]
}

/** How a PDF is opened. */
interface Opening {
  readonly password: string | undefined
  /** Looks at the opened copy of one that came encrypted, of which nothing could be seen before. @throws Refusal where it may not be taken. */
  readonly vet: (file: NewComposeFile) => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Makes of a PDF that was written one that can be composed: opened where it is encrypted, and looked at. Whatever fails, nothing is left of it.
 * @throws Refusal PASSWORD_NEEDED, PDF_PASSWORD, TOO_MANY, TOO_MANY_PAGES, TOO_LARGE; what `vet` throws; the document's own where it is damaged.
 */
export async function takePdf(parts: ComposeParts, actor: Actor, written: NewComposeFile, opening: Opening): Promise<TakenPdf> {
  let file = written
  try {
    const bare = await unprotected(parts, actor, await sourceOf(parts, actor, written), opening)
    if (bare) {
      if (bare.length > LIMITS.uploadBytes) throw new Refusal('TOO_LARGE')
      file = await parts.files.write(actor.roomId, [bare])
      await parts.files.discard(written)
      await opening.vet(file)
    }
    const { pages } = await parts.pool.inspect(await sourceOf(parts, actor, file), { signal: opening.signal })
    if (pages.length > LIMITS.pagesPerDocument) throw tooManyPages()
    return { file, pages }
  } catch (error) {
    await parts.files.discard(written)
    await parts.files.discard(file)
    throw isFailure(error, 'TOO_LARGE') ? tooManyPages() : asRefusal(error)
  }
}

/** What the engine finds too large has so many pages that it does not open it. */
const tooManyPages = (): Refusal => new Refusal('TOO_MANY_PAGES', { variables: { limit: LIMITS.pagesPerDocument } })

async function sourceOf({ files, blobs }: ComposeParts, { roomId, memberId }: Actor, file: NewComposeFile): Promise<RenderSource> {
  const { sealed } = await files.openNew(roomId, file)
  return { ...(await pdfSource({ blobs }, sealed)), owner: memberId }
}

/** The PDF without its encryption; undefined where it has none. Wrong passwords count as in the viewer. */
async function unprotected(
  { pool, throttle }: ComposeParts,
  { memberId }: Actor,
  source: RenderSource,
  { password, signal }: Opening,
): Promise<Uint8Array | undefined> {
  try {
    return await pool.unprotected(source, { signal })
  } catch (error) {
    if (!isFailure(error, 'LOCKED')) throw error
  }
  if (password === undefined || password === '') throw new Refusal('PASSWORD_NEEDED')
  const opened = await throttle.guess('document-member', String(memberId), () =>
    pool.unprotected({ ...source, id: `${source.id} ${randomUUID()}`, password }, { signal }).catch((error: unknown) => {
      if (isFailure(error, 'LOCKED')) return undefined
      throw error
    }),
  )
  if (!opened) throw new Refusal('PDF_PASSWORD')
  return opened
}

const isFailure = (error: unknown, code: RenderFailure): boolean => error instanceof RenderError && error.code === code

type Taken = Pick<NewTemplate, 'itemId' | 'name' | 'signValid' | 'waterMark' | 'wasSigned' | 'texts'>

/**
 * Makes a draft of a PDF that was taken: storage, rows and log entry commit together.
 * @throws Refusal NO_SPACE, and those of `confirm`: nothing is left of the PDF then.
 */
export async function addTemplate(
  parts: ComposeParts,
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
      if (!(await bookStorage(tx, roomId, size, 0))) throw new Refusal('NO_SPACE')
      const sourceId = await parts.files.insert(tx, roomId, file, at)
      const made = { ...taken, roomId, createdBy: memberId, at, originName: taken.name, sourceId, pages }
      const templateId = await insertTemplate(tx, parts.sealer, made)
      const origin = taken.itemId === null ? {} : { itemId: taken.itemId }
      await parts.activity.record(tx, actor, 'compose.uploaded', { templateId, name: taken.name, size, ...origin })
      return { templateId, name: taken.name, pageCount: pages.length, pages: [...pages] }
    })
  } catch (error) {
    // Where the database failed, the commit may have happened all the same. If it did not, the sweep removes the blob.
    if (error instanceof Refusal) await parts.files.discard(file)
    throw error
  }
}
