import fs from 'node:fs'
import { createRequire } from 'node:module'
import type { Tile } from '../../../../paper/raster/page-raster.ts'
import type { Watermark } from '../../../../paper/watermark/layout.ts'
import { type Clock, systemClock } from '../../../platform/clock/clock.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { PoolLoad } from '../../pool-load.ts'
import { compileWasm } from '../pdfium/compiled-wasm.ts'
import type {
  FoundText,
  Inspection,
  MarkCheck,
  PageLinks,
  PageMark,
  ReadPages,
  RenderSource,
  Search,
  Task,
  TextRuns,
} from '../protocol.ts'
import type { Priority } from './job-queue.ts'
import { RenderBudgets } from './render-budgets.ts'
import type { RenderResult } from './render-thread.ts'
import { ThreadPool, WORKER_FILE } from './thread-pool.ts'

const MAX_WIDTH = 32_000

export interface RenderedPage {
  readonly bytes: Buffer
  readonly type: 'image/jpeg'
  /** These are pixels. Extremely long pages are narrower. */
  readonly width: number
  readonly height: number
}

export interface PageRequest {
  readonly page: number
  readonly width: number
  readonly tile?: Tile | undefined
  readonly mark: PageMark
  readonly priority: Priority
  readonly signal?: AbortSignal
}

export interface CheckRequest {
  readonly page: number
  readonly width: number
  readonly mark: Watermark
  readonly signal?: AbortSignal
}

interface JobOptions {
  readonly signal?: AbortSignal
}

/**
 * Calls reject with RenderError, or at once with the signal's reason. A room may use all threads, but returns one within a second if
 * another waits.
 */
export interface RenderPool {
  inspect(
    source: RenderSource,
    options?: JobOptions & { readonly priority?: Priority },
  ): Promise<Inspection>
  /** Returns the document with all permissions, or undefined if it is not encrypted. It waits behind visible pages. */
  unprotected(source: RenderSource, options?: JobOptions): Promise<Uint8Array | undefined>
  renderPage(source: RenderSource, request: PageRequest): Promise<RenderedPage>
  checkMark(source: RenderSource, copy: RenderSource, request: CheckRequest): Promise<MarkCheck>
  pageText(source: RenderSource, page: number, options?: JobOptions): Promise<TextRuns>
  pageLinks(
    source: RenderSource,
    page: number,
    written: boolean,
    options?: JobOptions,
  ): Promise<PageLinks>
  /** Searches for a time slice, behind visible pages. */
  find(source: RenderSource, search: Search, options?: JobOptions): Promise<FoundText>
  /** Reading takes a time slice, behind visible pages. Pages count from 1, `to` included. */
  read(
    source: RenderSource,
    pages: { from: number; to: number },
    options?: JobOptions,
  ): Promise<ReadPages>
  load(): PoolLoad
  /** Jobs fail with CLOSED. */
  close(): Promise<void>
}

export interface RenderPoolOptions {
  readonly size: number
  readonly deadlineMs?: number
  readonly log: Log
  readonly clock?: Clock
}

export async function createRenderPool({
  size,
  deadlineMs = 20_000,
  log,
  clock = systemClock,
}: RenderPoolOptions): Promise<RenderPool> {
  if (!fs.existsSync(WORKER_FILE))
    throw new Error(`${WORKER_FILE} is missing: run "npx tsc -b server" first`)
  const wasmFile = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  const wasm = await compileWasm(await fs.promises.readFile(wasmFile))
  return new QueuedRendering(
    new ThreadPool(size, { deadlineMs, budgets: new RenderBudgets(deadlineMs, clock), wasm }, log),
  )
}

class QueuedRendering implements RenderPool {
  readonly #threads: ThreadPool

  constructor(threads: ThreadPool) {
    this.#threads = threads
  }

  async inspect(
    source: RenderSource,
    { signal, priority = 'prefetch' }: JobOptions & { priority?: Priority } = {},
  ): Promise<Inspection> {
    const result = await this.#threads.submit(
      { type: 'inspect', source: copyOf(source) },
      priority,
      signal,
    )
    return answering(result, 'inspection').inspection
  }

  async unprotected(
    source: RenderSource,
    { signal }: JobOptions = {},
  ): Promise<Uint8Array | undefined> {
    const result = await this.#threads.submit(
      { type: 'unprotect', source: copyOf(source) },
      'prefetch',
      signal,
    )
    return answering(result, 'unprotected').bytes
  }

  async pageText(
    source: RenderSource,
    page: number,
    { signal }: JobOptions = {},
  ): Promise<TextRuns> {
    const result = await this.#threads.submit(
      { type: 'text', source: copyOf(source), page },
      'visible',
      signal,
    )
    return answering(result, 'text').text
  }

  async pageLinks(
    source: RenderSource,
    page: number,
    written: boolean,
    { signal }: JobOptions = {},
  ): Promise<PageLinks> {
    const result = await this.#threads.submit(
      { type: 'links', source: copyOf(source), page, written },
      'visible',
      signal,
    )
    return answering(result, 'links').links
  }

  async find(
    source: RenderSource,
    search: Search,
    { signal }: JobOptions = {},
  ): Promise<FoundText> {
    const result = await this.#threads.submit(
      { type: 'find', source: copyOf(source), ...search },
      'prefetch',
      signal,
    )
    return answering(result, 'found').found
  }

  async read(
    source: RenderSource,
    { from, to }: { from: number; to: number },
    { signal }: JobOptions = {},
  ): Promise<ReadPages> {
    const result = await this.#threads.submit(
      { type: 'read', source: copyOf(source), from, to },
      'prefetch',
      signal,
    )
    return answering(result, 'read').read
  }

  async renderPage(
    source: RenderSource,
    { page, width, tile, mark, priority, signal }: PageRequest,
  ): Promise<RenderedPage> {
    if (!Number.isSafeInteger(page) || page < 1) throw new RangeError(`not a page: ${page}`)
    if (!Number.isSafeInteger(width) || width < 1 || width > MAX_WIDTH)
      throw new RangeError(`not a width: ${width}`)
    if (tile && !(isPlace(tile.column) && isPlace(tile.row)))
      throw new RangeError(`not a tile: ${tile.column}.${tile.row}`)
    const task: Task = { type: 'page', source: copyOf(source), page, width, tile, mark }
    const result = answering(await this.#threads.submit(task, priority, signal), 'image')
    return {
      bytes: Buffer.from(result.bytes.buffer),
      type: 'image/jpeg',
      width: result.width,
      height: result.height,
    }
  }

  async checkMark(
    source: RenderSource,
    copy: RenderSource,
    { page, width, mark, signal }: CheckRequest,
  ): Promise<MarkCheck> {
    const task: Task = {
      type: 'check',
      source: copyOf(source),
      copy: copyOf(copy),
      page,
      width,
      mark,
    }
    return answering(await this.#threads.submit(task, 'prefetch', signal), 'check').check
  }

  load(): PoolLoad {
    return this.#threads.load()
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}

const isPlace = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

function answering<T extends RenderResult['type']>(
  result: RenderResult,
  type: T,
): Extract<RenderResult, { readonly type: T }> {
  if (!isOf(result, type)) throw new Error('a render worker answered another question')
  return result
}

function isOf<T extends RenderResult['type']>(
  result: RenderResult,
  type: T,
): result is Extract<RenderResult, { readonly type: T }> {
  return result.type === type
}

/** Posting a slice would expose Node's shared buffer. */
function copyOf(source: RenderSource): RenderSource {
  return {
    ...source,
    segments: source.segments.map((segment) => ({ ...segment, key: new Uint8Array(segment.key) })),
  }
}
