import type { PayloadOut } from '../../../contract/core/operation.ts'
import { close, find, links, manifest, open, page, report, text, unlock } from '../../../contract/features/renditions.ts'
import type { Tile } from '../../../paper/raster/page-raster.ts'
import type { Api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { pause, systemClock } from '../../lib/clock.ts'
import { isPdf } from './is-pdf.ts'

export type Manifest = PayloadOut<typeof manifest>
export type PageSize = Manifest['pages'][number]
export type Opened = PayloadOut<typeof open>
export type PageText = PayloadOut<typeof text>
/** The links of a page, and whether its letters are in doubt. */
export interface PageLinks {
  readonly links: PayloadOut<typeof links>
  readonly fontsMissing: boolean
}
export type Hit = PayloadOut<typeof find>[number]

export interface PageRequest {
  readonly page: number
  /** Of the whole page, in device pixels. */
  readonly width: number
  /** No more of the page than this. */
  readonly tile?: Tile | undefined
  readonly isPrefetch: boolean
  /** Hears that the page takes long to draw, and is asked for again. */
  readonly onSlow?: (() => void) | undefined
}

/** How long a page was looked at, in seconds; `ago`: so many seconds ago it was told first, without an answer. */
export interface TimeReport {
  readonly page: number
  readonly seconds: number
  readonly ago?: number
}

/** Some pages of a document, both ends included. */
export interface Piece {
  readonly from: number
  readonly to: number
}

/** What ends a lease from the other side. */
interface LeaseEnds {
  /** The password of the document must be given again: it is not kept beyond a lease. */
  readonly onLocked?: () => void
  /** The document was replaced: what is known of its pages is of no use any more. */
  readonly onReplaced?: () => void
}

/** The server gives a page up sooner; where it has too much to do, its reader is told. */
const SLOW_TRIES = 30

/** The right to look at one document for a while. It runs out when unused; the next thing that is asked for opens it anew. */
export class Lease {
  readonly #api: Api
  readonly #documentId: number
  readonly #onLocked: () => void
  readonly #onReplaced: () => void
  #opened: Promise<Opened> | undefined
  /** Images that somebody waits for. */
  readonly #awaited = new Set<Promise<Blob>>()

  constructor(api: Api, documentId: number, { onLocked = () => undefined, onReplaced = () => undefined }: LeaseEnds = {}) {
    this.#api = api
    this.#documentId = documentId
    this.#onLocked = onLocked
    this.#onReplaced = onReplaced
  }

  open(): Promise<Opened> {
    this.#opened ??= this.#api.call(open, { params: { id: String(this.#documentId) }, query: {} }).catch((error: unknown) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  /** The pages, and what their reader may do; asks whether the document may still be read. */
  manifest(): Promise<Manifest> {
    return this.#use((name) => this.#api.call(manifest, { params: { name } }))
  }

  unlock(password: string): Promise<Manifest> {
    return this.#use((name) => this.#api.call(unlock, { params: { name }, body: { password } }))
  }

  /** What is drawn ahead, or small beside the page, is asked for when nobody waits for anything else of the document. */
  async image(request: PageRequest, signal: AbortSignal): Promise<Blob> {
    if (request.isPrefetch) {
      do await Promise.allSettled(this.#awaited)
      while (this.#awaited.size > 0)
      signal.throwIfAborted()
      return this.#image(request, signal)
    }
    const image = this.#image(request, signal)
    this.#awaited.add(image)
    return image.finally(() => this.#awaited.delete(image))
  }

  /** A page that takes long is drawn on meanwhile. */
  async #image(request: PageRequest, signal: AbortSignal): Promise<Blob> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#imageNow(request, signal)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'SLOW' || tries === SLOW_TRIES) throw error
        request.onSlow?.()
        await pause(systemClock, error.retryAfter * 1_000, signal)
        signal.throwIfAborted()
      }
    }
  }

  #imageNow({ page: number, width, tile, isPrefetch }: PageRequest, signal: AbortSignal): Promise<Blob> {
    const query = {
      width: String(width),
      ...(tile ? { tile: `${tile.column}.${tile.row}` } : {}),
      ...(isPrefetch ? { prefetch: '1' as const } : {}),
    }
    return this.#use((name) => this.#api.bytes(page, { params: { name, page: String(number) }, query }, { signal }), signal)
  }

  text(number: number, signal: AbortSignal): Promise<PageText> {
    return this.#use((name) => this.#api.call(text, { params: { name, page: String(number) } }, { signal }), signal)
  }

  links(number: number, signal: AbortSignal): Promise<PageLinks> {
    return this.#use(async (name) => {
      const { payload, beside } = await this.#api.page(links, { params: { name, page: String(number) } }, { signal })
      return { links: payload, fontsMissing: beside.fontsMissing }
    }, signal)
  }

  find(q: string, { from, to }: Piece, signal: AbortSignal) {
    const query = { q, from: String(from), to: String(to) }
    return this.#use((name) => this.#api.page(find, { params: { name }, query }, { signal }), signal)
  }

  /** Tells of an attempt to capture the screen; also when the page is being left. */
  async reportCapture(number: number): Promise<void> {
    await this.#use((name) => this.#api.call(report, { body: [{ type: 'capture', name, page: number }] }, { keepalive: true }))
  }

  /** Tells how long pages were looked at; also when the page is being left. */
  async reportTimes(times: readonly TimeReport[]): Promise<void> {
    await this.#use((name) => this.#api.call(report, { body: viewsIn(name, times) }, { keepalive: true }))
  }

  /** Gives the lease back with what is still to be told; also when the page is being left. What fails here runs out by itself. */
  close(times: readonly TimeReport[] = []): void {
    const opened = this.#opened
    this.#opened = undefined
    const giveBack = async ({ name, status, originName }: Opened): Promise<unknown> => {
      // Of what could not be read there is none.
      if (status !== 'READY' && !(status === 'LOCKED' && isPdf(originName))) return
      if (times.length === 0) return this.#api.call(close, { params: { name } }, { keepalive: true })
      const body = viewsIn(name, times).map((view) => ({ ...view, last: true as const }))
      return this.#api.call(report, { body }, { keepalive: true })
    }
    opened?.then(giveBack).catch(() => undefined)
  }

  async #use<T>(ask: (name: string) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const opened = this.open()
    try {
      return await ask((await opened).name)
    } catch (error) {
      if (!(error instanceof ApiError) || signal?.aborted) throw error
      if (error.code === 'DOCUMENT_LOCKED') this.#onLocked()
      if (error.code !== 'NOT_FOUND') throw error
      // Run out. Several calls may find so at once; the first one opens for all.
      if (this.#opened === opened) this.#opened = undefined
      const { name, status, uploadedAt } = await this.open()
      if (uploadedAt !== (await opened).uploadedAt) {
        this.#onReplaced()
        throw error
      }
      if (status === 'LOCKED') this.#onLocked()
      return await ask(name)
    }
  }
}

const viewsIn = (name: string, times: readonly TimeReport[]) => times.map((time) => ({ type: 'view' as const, name, ...time }))
