import type { Watermark } from '../../../paper/watermark/layout.ts'
import { type OpenSealedFile, openSealedFile } from '../../platform/blob/open-sealed-file.ts'
import { type ReaderMark, RenderError, type RenderPool, type RenderSource } from '../../workers/render/index.ts'
import { type PagePicture, PdfError, type StampedFile } from '../../workers/stamp/index.ts'
import type { PageSize } from '../documents/index.ts'
import { type Drawable, pixelsOf } from './page-image-pdf.ts'
import type { ReadyCopy } from './prepared-copies.ts'
import { asRefusal } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'

/** Pages that are looked at before a copy leaves, at most; and so many of them of those that were put together anew. */
const LOOKED_AT = 8
const REBUILT_LOOKED_AT = 4
const LOOK_WIDTH = 800
/** A document of which more pages fail, or some again after so many attempts, is one that is not understood. */
const MOST_PICTURES = 20
const ATTEMPTS = 4
/** Shares: of the lines of the mark that must be seen, and of what lies beside them that may look different. */
const SHOWN = 0.9
const CHANGED = 0.002
/** Points by which a page may differ in size. */
const ROUNDING = 0.01

/**
 * A PDF itself with the mark on each page, sealed on the disk under a key that only this process has, and looked at by what draws the pages
 * of the viewer: as many pages, of the same sizes, the mark upon them and nothing else changed. Nothing of it has left before that. Some pages
 * with which that does not work become pictures with their words laid over them.
 * @returns undefined where no such copy can be made: then page images are.
 * @throws PdfError or RenderError where the server is busy, Refusal where one of its pages cannot be drawn, or the signal's reason.
 */
export async function stampDocument(
  parts: Pick<RenditionParts, 'pool' | 'stamps' | 'log'>,
  { source, pages }: Drawable,
  mark: ReaderMark,
  signal: AbortSignal,
): Promise<ReadyCopy | undefined> {
  const pictures: PagePicture[] = []
  try {
    for (let attempt = 1; ; attempt += 1) {
      const { ready, failures } = await attempted(parts, { source, pages }, { mark, pictures, signal })
      if (ready) return ready
      const first = failures[0]?.reason ?? 'unknown'
      if (attempt === ATTEMPTS || pictures.length + failures.length > MOST_PICTURES) throw new PdfError('NOT_UNDERSTOOD', first)
      const failed = failures.map(({ page }) => page)
      parts.log.warn({ document: source.id, pages: failed, detail: first }, 'pages cannot be stamped: pictures instead')
      for (const page of failed) pictures.push(await pagePicture(parts.pool, { source, pages }, { page, mark, signal }))
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!isOfDocument(error)) throw error
    parts.log.warn({ document: source.id, failure: error.code, detail: error.message }, 'document cannot be stamped: page images instead')
    return undefined
  }
}

/** A page that does not come out as it should, and why. */
interface Failure {
  readonly page: number
  readonly reason: string
}

interface Attempt {
  readonly mark: Watermark
  readonly pictures: readonly PagePicture[]
  readonly signal: AbortSignal
}

async function attempted(
  parts: Pick<RenditionParts, 'pool' | 'stamps'>,
  drawable: Pick<Drawable, 'source' | 'pages'>,
  attempt: Attempt,
): Promise<{ readonly ready: ReadyCopy | undefined; readonly failures: readonly Failure[] }> {
  const { mark, pictures, signal } = attempt
  const stamped = await parts.stamps.stamp(drawable.source, mark, signal, pictures)
  try {
    const refused = stamped.refused.map((page) => ({ page, reason: `page ${page} is not understood well enough` }))
    const failures = refused.length > 0 ? refused : await look(parts, drawable, stamped, attempt)
    return { ready: failures.length === 0 ? readyCopyOf(await openSealedFile(stamped), pictures.length) : undefined, failures }
  } finally {
    // An open file stays readable.
    await stamped.discard()
  }
}

async function pagePicture(
  pool: RenderPool,
  { source, pages }: Pick<Drawable, 'source' | 'pages'>,
  { page, mark, signal }: { readonly page: number; readonly mark: ReaderMark; readonly signal: AbortSignal },
): Promise<PagePicture> {
  const size = pages[page - 1]
  if (!size) throw new PdfError('NOT_UNDERSTOOD', `there is no page ${page}`)
  const { bytes, width, height } = await pool.renderPage(source, { page, width: pixelsOf(size.width), priority: 'prefetch', signal, mark })
  const { runs } = await pool.pageText(source, page, { signal })
  return { page, jpeg: bytes.toString('base64'), pixels: { width, height }, size, words: runs }
}

function readyCopyOf(file: OpenSealedFile, pictures: number): ReadyCopy {
  let isLeft = true
  return {
    size: file.size,
    pictures,
    body() {
      isLeft = false
      const body = file.stream()
      body.once('close', () => void file.close())
      return body
    },
    async discard() {
      if (isLeft) await file.close()
      isLeft = false
    },
  }
}

const WHILE_BUSY: readonly string[] = ['BUSY', 'CLOSED', 'UNREADABLE']

/** Whether page images may still be made where this has failed. */
const isOfDocument = (error: unknown): error is PdfError | RenderError =>
  (error instanceof PdfError || error instanceof RenderError) && !WHILE_BUSY.includes(error.code)

/** Looks at some pages, but not at those that are pictures. @returns those that do not look as they should. */
async function look(
  { pool }: Pick<RenditionParts, 'pool'>,
  { source, pages }: Pick<Drawable, 'source' | 'pages'>,
  stamped: StampedFile,
  { mark, pictures, signal }: Attempt,
): Promise<Failure[]> {
  const { segments, context } = stamped
  const copy: RenderSource = { id: `stamped ${context.file}`, kind: 'pdf', owner: source.owner, segments, context }
  const found = await pool.inspect(copy, { signal })
  if (!areAlike(found.pages, pages)) throw new PdfError('NOT_UNDERSTOOD', 'its pages have other sizes')
  const looks = pagesToLookAt(pages.length, stamped.rebuilt)
    .filter((page) => pictures.every((picture) => picture.page !== page))
    .map(async (page): Promise<Failure[]> => {
      const { shown, changed } = await pool
        .checkMark(source, copy, { page, width: LOOK_WIDTH, mark, signal })
        .catch(async (error: unknown) => {
          if (isCostly(error)) await requireDrawable(pool, source, page, signal)
          throw error
        })
      if (shown < SHOWN) return [{ page, reason: `page ${page} shows ${Math.round(shown * 100)} % of the mark` }]
      return changed > CHANGED ? [{ page, reason: `page ${page} looks different` }] : []
    })
  return (await Promise.all(looks)).flat()
}

const isCostly = (error: unknown): boolean =>
  error instanceof RenderError && ['TIMEOUT', 'CRASHED', 'MEMORY', 'BUDGET'].includes(error.code)

/** A look draws a page twice. @throws Refusal where it cannot be drawn even once: page images of the document would break off at it. */
async function requireDrawable(pool: RenderPool, source: RenderSource, page: number, signal: AbortSignal): Promise<void> {
  try {
    await pool.renderPage(source, { page, width: LOOK_WIDTH, priority: 'prefetch', mark: 'unmarked', signal })
  } catch (error) {
    signal.throwIfAborted()
    throw asRefusal(error)
  }
}

const areAlike = (found: readonly PageSize[], known: readonly PageSize[]): boolean =>
  found.length === known.length &&
  found.every(({ width, height }, index) => {
    const page = known[index]
    return page !== undefined && Math.abs(page.width - width) <= ROUNDING && Math.abs(page.height - height) <= ROUNDING
  })

/** Some of the pages that were put together anew, the last page, then pages from the first on. */
export function pagesToLookAt(count: number, rebuilt: readonly number[]): number[] {
  const chosen = new Set(spread(rebuilt, REBUILT_LOOKED_AT))
  const all = Array.from({ length: count }, (_, index) => index + 1)
  for (const page of [count, ...spread(all, LOOKED_AT)]) if (chosen.size < LOOKED_AT) chosen.add(page)
  return [...chosen]
}

/** At most so many of a list, evenly, the first and the last among them. */
function spread(list: readonly number[], most: number): number[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, index) => list[Math.round((index * (list.length - 1)) / (most - 1))] ?? 1)
}
