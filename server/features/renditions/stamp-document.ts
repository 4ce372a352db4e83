import type { Watermark } from '../../../paper/watermark/layout.ts'
import { type OpenSealedFile, openSealedFile } from '../../platform/blob/open-sealed-file.ts'
import { RenderError, type RenderPool, type RenderSource } from '../../workers/render/index.ts'
import { PdfError, type StampedFile } from '../../workers/stamp/index.ts'
import type { PageSize } from '../documents/index.ts'
import type { Drawable } from './page-image-pdf.ts'
import type { ReadyCopy } from './prepared-copies.ts'
import { asRefusal } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'

/** Pages that are looked at before a copy leaves, at most; and so many of them of those that were put together anew. */
const LOOKED_AT = 8
const REBUILT_LOOKED_AT = 4
const LOOK_WIDTH = 800
/** Shares: of the lines of the mark that must be seen, and of what lies beside them that may look different. */
const SHOWN = 0.9
const CHANGED = 0.002
/** Points by which a page may differ in size. */
const ROUNDING = 0.01

/**
 * A PDF itself with the mark on each page, sealed on the disk under a key that only this process has, and looked at by what draws the pages
 * of the viewer: as many pages, of the same sizes, the mark upon them and nothing else changed. Nothing of it has left before that.
 * @returns undefined where no such copy can be made: then page images are.
 * @throws PdfError or RenderError where the server is busy, Refusal where one of its pages cannot be drawn, or the signal's reason.
 */
export async function stampDocument(
  parts: Pick<RenditionParts, 'pool' | 'stamps' | 'log'>,
  { source, pages }: Drawable,
  mark: Watermark,
  signal: AbortSignal,
): Promise<ReadyCopy | undefined> {
  let stamped: StampedFile | undefined
  try {
    stamped = await parts.stamps.stamp(source, mark, signal)
    await look(parts, { source, pages }, stamped, mark, signal)
    return readyCopyOf(await openSealedFile(stamped))
  } catch (error) {
    signal.throwIfAborted()
    if (!isOfDocument(error)) throw error
    parts.log.warn({ document: source.id, failure: error.code, detail: error.message }, 'document cannot be stamped: page images instead')
    return undefined
  } finally {
    // An open file stays readable.
    await stamped?.discard()
  }
}

function readyCopyOf(file: OpenSealedFile): ReadyCopy {
  let isLeft = true
  return {
    size: file.size,
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

async function look(
  { pool }: Pick<RenditionParts, 'pool'>,
  { source, pages }: Pick<Drawable, 'source' | 'pages'>,
  stamped: StampedFile,
  mark: Watermark,
  signal: AbortSignal,
): Promise<void> {
  const { segments, context } = stamped
  const copy: RenderSource = { id: `stamped ${context.file}`, kind: 'pdf', owner: source.owner, segments, context }
  const found = await pool.inspect(copy, { signal })
  if (!areAlike(found.pages, pages)) throw new PdfError('NOT_UNDERSTOOD', 'its pages have other sizes')
  const looks = pagesToLookAt(pages.length, stamped.rebuilt).map(async (page) => {
    const { shown, changed } = await pool
      .checkMark(source, copy, { page, width: LOOK_WIDTH, mark, signal })
      .catch(async (error: unknown) => {
        if (isCostly(error)) await requireDrawable(pool, source, page, signal)
        throw error
      })
    if (shown < SHOWN) throw new PdfError('NOT_UNDERSTOOD', `page ${page} shows ${Math.round(shown * 100)} % of the mark`)
    if (changed > CHANGED) throw new PdfError('NOT_UNDERSTOOD', `page ${page} looks different`)
  })
  await Promise.all(looks)
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
