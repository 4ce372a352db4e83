import type { Watermark } from '../../../../paper/watermark/layout.ts'
import {
  type OpenEncryptedFile,
  openEncryptedFile,
} from '../../../platform/blob/open-encrypted-file.ts'
import {
  type ReaderMark,
  RenderError,
  type RenderPool,
  type RenderSource,
} from '../../../workers/render/index.ts'
import { type MarkedFile, type PagePicture, PdfError } from '../../../workers/watermark/index.ts'
import type { PageSize } from '../../documents/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { asRefusal } from '../viewing/render-source.ts'
import { type Drawable, pixelsOf } from './page-image-pdf.ts'
import { bytesOf, PICTURES } from './picture-budget.ts'
import type { ReadyCopy } from './prepared-copies.ts'

/** Rebuilt pages count too. */
const LOOKED_AT = 8
const REBUILT_LOOKED_AT = 4
const LOOK_WIDTH = 800
const MOST_PICTURES = 200
const ATTEMPTS = 4
/** At least this share of the mark's lines shows, and at most the next share of other pixels changes. */
const SHOWN = 0.9
const CHANGED = 0.002
/** The value is in points. */
const ROUNDING = 0.01

/**
 * Marks and encrypts on disk, then checks with the viewer's renderer. Failing pages become pictures.
 * @returns undefined if only page images are possible
 * @throws PdfError or RenderError while busy, Refusal for an undrawable page
 */
export async function watermarkDocument(
  parts: Pick<DeliveryParts, 'pool' | 'watermarks' | 'log'>,
  { source, pages }: Drawable,
  mark: ReaderMark,
  signal: AbortSignal,
): Promise<ReadyCopy | undefined> {
  const pictures: PagePicture[] = []
  const space = PICTURES.open()
  try {
    for (let attempt = 1; ; attempt += 1) {
      const { ready, failures } = await attempted(
        parts,
        { source, pages },
        { mark, pictures, signal },
      )
      if (ready) return ready
      const first = failures[0]?.reason ?? 'unknown'
      if (attempt === ATTEMPTS || pictures.length + failures.length > MOST_PICTURES)
        throw new PdfError('NOT_UNDERSTOOD', first)
      const failed = failures.map(({ page }) => page)
      parts.log.warn(
        { document: source.id, pages: failed, detail: first },
        'pages cannot be stamped: pictures instead',
      )
      for (const page of failed) {
        const picture = await pagePicture(parts.pool, { source, pages }, { page, mark, signal })
        if (!space.take(bytesOf(picture)))
          throw new PdfError('NOT_UNDERSTOOD', `no memory for more pictures: ${first}`)
        pictures.push(picture)
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!isOfDocument(error)) throw error
    parts.log.warn(
      { document: source.id, failure: error.code, detail: error.message },
      'document cannot be stamped: page images instead',
    )
    return undefined
  } finally {
    space.release()
  }
}

interface Failure {
  readonly page: number
  readonly reason: string
}

interface WatermarkAttempt {
  readonly mark: Watermark
  readonly pictures: readonly PagePicture[]
  readonly signal: AbortSignal
}

async function attempted(
  parts: Pick<DeliveryParts, 'pool' | 'watermarks'>,
  drawable: Pick<Drawable, 'source' | 'pages'>,
  attempt: WatermarkAttempt,
): Promise<{ readonly ready: ReadyCopy | undefined; readonly failures: readonly Failure[] }> {
  const { mark, pictures, signal } = attempt
  const marked = await parts.watermarks.mark(drawable.source, mark, signal, pictures)
  try {
    const refused = marked.refused.map((page) => ({
      page,
      reason: `page ${page} is not understood well enough`,
    }))
    const failures = refused.length > 0 ? refused : await look(parts, drawable, marked, attempt)
    return {
      ready:
        failures.length === 0
          ? readyCopyOf(await openEncryptedFile(marked), pictures.length)
          : undefined,
      failures,
    }
  } finally {
    await marked.discard()
  }
}

async function pagePicture(
  pool: RenderPool,
  { source, pages }: Pick<Drawable, 'source' | 'pages'>,
  {
    page,
    mark,
    signal,
  }: { readonly page: number; readonly mark: ReaderMark; readonly signal: AbortSignal },
): Promise<PagePicture> {
  const size = pages[page - 1]
  if (!size) throw new PdfError('NOT_UNDERSTOOD', `there is no page ${page}`)
  const { bytes, width, height } = await pool.renderPage(source, {
    page,
    width: pixelsOf(size.width),
    priority: 'prefetch',
    signal,
    mark,
  })
  const { runs } = await pool.pageText(source, page, { signal })
  return { page, jpeg: bytes.toString('base64'), pixels: { width, height }, size, words: runs }
}

function readyCopyOf(file: OpenEncryptedFile, pictures: number): ReadyCopy {
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

const WHILE_BUSY: readonly string[] = ['BUSY', 'CLOSED', 'UNREADABLE', 'UNAVAILABLE']

const isOfDocument = (error: unknown): error is PdfError | RenderError =>
  (error instanceof PdfError || error instanceof RenderError) && !WHILE_BUSY.includes(error.code)

async function look(
  { pool }: Pick<DeliveryParts, 'pool'>,
  { source, pages }: Pick<Drawable, 'source' | 'pages'>,
  marked: MarkedFile,
  { mark, pictures, signal }: WatermarkAttempt,
): Promise<Failure[]> {
  const { segments, context } = marked
  const copy: RenderSource = {
    id: `marked ${context.file}`,
    kind: 'pdf',
    owner: source.owner,
    segments,
    context,
  }
  const found = await pool.inspect(copy, { signal })
  if (!areAlike(found.pages, pages))
    throw new PdfError('NOT_UNDERSTOOD', 'its pages have other sizes')
  const looks = pagesToLookAt(pages.length, marked.rebuilt)
    .filter((page) => pictures.every((picture) => picture.page !== page))
    .map(async (page): Promise<Failure[]> => {
      const { shown, changed } = await pool
        .checkMark(source, copy, { page, width: LOOK_WIDTH, mark, signal })
        .catch(async (error: unknown) => {
          if (isCostly(error)) await requireDrawable(pool, source, page, signal)
          throw error
        })
      if (shown < SHOWN)
        return [{ page, reason: `page ${page} shows ${Math.round(shown * 100)} % of the mark` }]
      return changed > CHANGED ? [{ page, reason: `page ${page} looks different` }] : []
    })
  return (await Promise.all(looks)).flat()
}

const isCostly = (error: unknown): boolean =>
  error instanceof RenderError && ['TIMEOUT', 'CRASHED', 'MEMORY', 'BUDGET'].includes(error.code)

/** @throws Refusal if page images would fail too */
async function requireDrawable(
  pool: RenderPool,
  source: RenderSource,
  page: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await pool.renderPage(source, {
      page,
      width: LOOK_WIDTH,
      priority: 'prefetch',
      mark: 'unmarked',
      signal,
    })
  } catch (error) {
    signal.throwIfAborted()
    throw asRefusal(error)
  }
}

const areAlike = (found: readonly PageSize[], known: readonly PageSize[]): boolean =>
  found.length === known.length &&
  found.every(({ width, height }, index) => {
    const page = known[index]
    return (
      page !== undefined &&
      Math.abs(page.width - width) <= ROUNDING &&
      Math.abs(page.height - height) <= ROUNDING
    )
  })

export function pagesToLookAt(count: number, rebuilt: readonly number[]): number[] {
  const chosen = new Set(spread(rebuilt, REBUILT_LOOKED_AT))
  const all = Array.from({ length: count }, (_, index) => index + 1)
  for (const page of [count, ...spread(all, LOOKED_AT)])
    if (chosen.size < LOOKED_AT) chosen.add(page)
  return [...chosen]
}

function spread(list: readonly number[], most: number): number[] {
  if (list.length <= most) return [...list]
  return Array.from(
    { length: most },
    (_, index) => list[Math.round((index * (list.length - 1)) / (most - 1))] ?? 1,
  )
}
