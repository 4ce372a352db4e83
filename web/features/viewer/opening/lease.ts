import type { PayloadOut } from '../../../../contract/core/operation.ts'
import {
  close,
  find,
  links,
  manifest,
  open,
  page,
  report,
  text,
  unlock,
} from '../../../../contract/features/renditions.ts'
import type { Tile } from '../../../../paper/raster/page-raster.ts'
import type { Api } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { pause, systemClock } from '../../../lib/browser/clock.ts'
import { isPdf } from './is-pdf.ts'

export type LeasePages = PayloadOut<typeof manifest>
export type PageSize = LeasePages['pages'][number]
export type LeaseAnswer = PayloadOut<typeof open>
export type PageText = PayloadOut<typeof text>
export interface PageLinks {
  readonly links: PayloadOut<typeof links>
  readonly fontsMissing: boolean
}
export type Hit = PayloadOut<typeof find>[number]

export interface PageRequest {
  readonly page: number
  /** The value is the page's width in device pixels. */
  readonly width: number
  readonly tile?: Tile | undefined
  readonly isPrefetch: boolean
  readonly onSlow?: (() => void) | undefined
}

/** `ago` is seconds since the first unanswered report. */
export interface TimeReport {
  readonly page: number
  readonly seconds: number
  readonly ago?: number
}

/** Both ends are included. */
export interface Piece {
  readonly from: number
  readonly to: number
}

interface LeaseEnds {
  /** The server keeps a password for one lease only. */
  readonly onLocked?: () => void
  readonly onReplaced?: () => void
}

/** The server normally gives up sooner. */
const SLOW_TRIES = 30

/** An unused lease expires; the next request reopens it. */
export class Lease {
  readonly #api: Api
  readonly #documentId: number
  readonly #onLocked: () => void
  readonly #onReplaced: () => void
  #opened: Promise<LeaseAnswer> | undefined
  readonly #awaited = new Set<Promise<Blob>>()

  constructor(
    api: Api,
    documentId: number,
    { onLocked = () => undefined, onReplaced = () => undefined }: LeaseEnds = {},
  ) {
    this.#api = api
    this.#documentId = documentId
    this.#onLocked = onLocked
    this.#onReplaced = onReplaced
  }

  open(): Promise<LeaseAnswer> {
    this.#opened ??= this.#api
      .call(open, { params: { id: String(this.#documentId) }, query: {} })
      .catch((error: unknown) => {
        this.#opened = undefined
        throw error
      })
    return this.#opened
  }

  /** It also checks that the document is readable. */
  leasePages(): Promise<LeasePages> {
    return this.#use((name) => this.#api.call(manifest, { params: { name } }))
  }

  unlock(password: string): Promise<LeasePages> {
    return this.#use((name) => this.#api.call(unlock, { params: { name }, body: { password } }))
  }

  /** Prefetches and thumbnails wait for awaited images. */
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

  #image(
    { page: number, width, tile, isPrefetch, onSlow }: PageRequest,
    signal: AbortSignal,
  ): Promise<Blob> {
    const query = {
      width: String(width),
      ...(tile ? { tile: `${tile.column}.${tile.row}` } : {}),
      ...(isPrefetch ? { prefetch: '1' as const } : {}),
    }
    return this.#patiently(
      (name) =>
        this.#api.bytes(page, { params: { name, page: String(number) }, query }, { signal }),
      signal,
      onSlow,
    )
  }

  text(number: number, signal: AbortSignal): Promise<PageText> {
    return this.#patiently(
      (name) => this.#api.call(text, { params: { name, page: String(number) } }, { signal }),
      signal,
    )
  }

  links(number: number, signal: AbortSignal): Promise<PageLinks> {
    return this.#patiently(async (name) => {
      const { payload, beside } = await this.#api.page(
        links,
        { params: { name, page: String(number) } },
        { signal },
      )
      return { links: payload, fontsMissing: beside.fontsMissing }
    }, signal)
  }

  find(q: string, { from, to }: Piece, signal: AbortSignal, onSlow?: () => void) {
    const query = { q, from: String(from), to: String(to) }
    return this.#patiently(
      (name) => this.#api.page(find, { params: { name }, query }, { signal }),
      signal,
      onSlow,
    )
  }

  /** `keepalive` survives leaving the page. */
  async reportCapture(number: number): Promise<void> {
    await this.#use((name) =>
      this.#api.call(
        report,
        { body: [{ type: 'capture', name, page: number }] },
        { keepalive: true },
      ),
    )
  }

  async reportTimes(times: readonly TimeReport[]): Promise<void> {
    await this.#use((name) =>
      this.#api.call(report, { body: viewsIn(name, times) }, { keepalive: true }),
    )
  }

  /** It works during unload; after a failure the lease expires anyway. */
  close(times: readonly TimeReport[] = []): void {
    const opened = this.#opened
    this.#opened = undefined
    const giveBack = async ({ name, status, originName }: LeaseAnswer): Promise<unknown> => {
      if (status !== 'READY' && !(status === 'LOCKED' && isPdf(originName))) return
      if (times.length === 0)
        return this.#api.call(close, { params: { name } }, { keepalive: true })
      const body = viewsIn(name, times).map((view) => ({ ...view, last: true as const }))
      return this.#api.call(report, { body }, { keepalive: true })
    }
    opened?.then(giveBack).catch(() => undefined)
  }

  async #patiently<T>(
    ask: (name: string) => Promise<T>,
    signal: AbortSignal,
    onSlow?: () => void,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#use(ask, signal)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'SLOW' || tries === SLOW_TRIES)
          throw error
        onSlow?.()
        await pause(systemClock, error.retryAfter * 1_000, signal)
        signal.throwIfAborted()
      }
    }
  }

  async #use<T>(ask: (name: string) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const opened = this.open()
    try {
      return await ask((await opened).name)
    } catch (error) {
      if (!(error instanceof ApiError) || signal?.aborted) throw error
      if (error.code === 'DOCUMENT_LOCKED') this.#onLocked()
      if (error.code !== 'NOT_FOUND') throw error
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

const viewsIn = (name: string, times: readonly TimeReport[]) =>
  times.map((time) => ({ type: 'view' as const, name, ...time }))
