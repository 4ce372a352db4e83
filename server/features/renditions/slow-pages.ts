import { RenderError, type RenderPool, type RenderSource, untilAborted } from '../../workers/render/index.ts'

type Drawn = Awaited<ReturnType<RenderPool['renderPage']>>
type PageRequest = Parameters<RenderPool['renderPage']>[1] & { readonly signal: AbortSignal }

/** How long a reader waits for a page before being told that it takes longer. */
const WAIT_MS = 5_000
/** A page that takes longer, and for which nobody has asked again for so long, is drawn no further, or forgotten. */
const KEPT_MS = 20_000
/** Pages of one lease that are drawn on or kept, and bytes of all that are kept. */
const MOST_OF_LEASE = 4
const MOST_BYTES = 64 * 2 ** 20

/** A page that is drawn for one lease. */
interface Drawing {
  readonly lease: string
  readonly page: Promise<Drawn>
  readonly ends: AbortController
  /** Requests that wait for it now. */
  waiting: number
  bytes: number
  end: NodeJS.Timeout | undefined
}

/**
 * Pages that take long: whoever asks is told so after a moment, and the drawing goes on within the budgets of the pool; asked for again, the page
 * is handed out. What is kept is marked for the reader who asked and known by the lease: nobody else meets it, whoever asks passes the gate
 * anew, and it goes with the lease, or a moment later by itself.
 */
export class SlowPages {
  readonly #pool: Pick<RenderPool, 'renderPage'>
  readonly #waitMs: number
  readonly #drawings = new Map<string, Drawing>()

  constructor(pool: Pick<RenderPool, 'renderPage'>, waitMs = WAIT_MS) {
    this.#pool = pool
    this.#waitMs = waitMs
  }

  /** @throws RenderError SLOW where it takes longer; those of the pool; the signal's reason. */
  async draw(lease: string, source: RenderSource, request: PageRequest): Promise<Drawn> {
    const key = keyOf(lease, source, request)
    const drawing = this.#drawings.get(key) ?? this.#begin(key, lease, source, request)
    clearTimeout(drawing.end)
    drawing.waiting += 1
    let isSlow = false
    try {
      return await withinMs(drawing.page, this.#waitMs, request.signal)
    } catch (error) {
      isSlow = error instanceof RenderError && error.code === 'SLOW'
      throw error
    } finally {
      drawing.waiting -= 1
      if (drawing.waiting === 0) this.#leave(key, drawing, isSlow)
    }
  }

  /** Forgets what was drawn for a lease. */
  drop(lease: string): void {
    for (const [key, drawing] of this.#drawings) if (drawing.lease === lease) this.#end(key, drawing)
  }

  #begin(key: string, lease: string, source: RenderSource, { signal: _, ...request }: PageRequest): Drawing {
    const ends = new AbortController()
    const page = this.#pool.renderPage(source, { ...request, signal: ends.signal })
    const drawing: Drawing = { lease, page, ends, waiting: 0, bytes: 0, end: undefined }
    this.#drawings.set(key, drawing)
    page.then(
      ({ bytes }) => {
        drawing.bytes = bytes.length
        this.#trim()
      },
      // Whoever waits is told; whoever asks later has it tried anew, or hears from the pool's memory.
      () => this.#end(key, drawing),
    )
    return drawing
  }

  /** The last one who waited has gone, with the page or without. */
  #leave(key: string, drawing: Drawing, isSlow: boolean): void {
    const kept = [...this.#drawings.values()].filter(({ lease, waiting }) => lease === drawing.lease && waiting === 0)
    if (!isSlow || kept.length > MOST_OF_LEASE) this.#end(key, drawing)
    else drawing.end = setTimeout(() => this.#end(key, drawing), KEPT_MS).unref()
  }

  #end(key: string, drawing: Drawing): void {
    clearTimeout(drawing.end)
    if (this.#drawings.get(key) === drawing) this.#drawings.delete(key)
    drawing.ends.abort(new RenderError('CLOSED', 'nobody waits for the page any more'))
  }

  #trim(): void {
    let held = 0
    for (const { bytes } of this.#drawings.values()) held += bytes
    for (const [key, drawing] of this.#drawings) {
      if (held <= MOST_BYTES) return
      if (drawing.bytes === 0 || drawing.waiting > 0) continue
      held -= drawing.bytes
      this.#end(key, drawing)
    }
  }
}

/** The mark's time is that of the first question: it is the same reader, moments later. */
function keyOf(lease: string, source: RenderSource, { page, width, tile, mark, priority }: PageRequest): string {
  const reader = mark === 'unmarked' ? null : mark.reader
  return JSON.stringify([lease, source.id, page, width, tile?.column, tile?.row, reader, priority])
}

async function withinMs(page: Promise<Drawn>, ms: number, signal: AbortSignal): Promise<Drawn> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new RenderError('SLOW', `no page in ${ms} ms`)), ms)
  try {
    return await untilAborted(page, AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}
