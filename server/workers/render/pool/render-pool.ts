import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Watermark } from '../../../../paper/watermark/layout.ts'
// Otherwise the native library is unloaded with the last worker, while its threads run.
import 'sharp'
import type { Tile } from '../../../../paper/raster/page-raster.ts'
import { type Clock, systemClock } from '../../../platform/clock/clock.ts'
import { PROJECT_ROOT } from '../../../platform/config/project-root.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { PoolLoad } from '../../pool-load.ts'
import { type CompiledWasm, compileWasm } from '../pdfium/compiled-wasm.ts'
import type { FoundText, Inspection, MarkCheck, PageLinks, PageMark, ReadPages, RenderSource, Search, Task, TextRuns } from '../protocol.ts'
import { RenderError, type RenderFailure } from '../render-error.ts'
import { JobQueue, type Line, type Owner, type Priority } from './job-queue.ts'
import { RenderBudgets, SLOW_MS } from './render-budgets.ts'
import { type RenderResult, RenderThread } from './render-thread.ts'

const BASE_BYTES = 96 * 2 ** 20
/** Node 20 cannot start threads from TypeScript. */
const WORKER_FILE = path.join(PROJECT_ROOT, '.build/server/workers/render/render.worker.js')
const MAX_WAITING = 2_000
/** Browsers request fewer pages. */
const MAX_WAITING_OF_MEMBER = 60
const MAX_WIDTH = 32_000
/** Then pages also yield within their room. */
const PATIENCE_MS = 5_000
const LOGGED: Record<RenderFailure, 'error' | 'warn' | undefined> = {
  UNREADABLE: 'error',
  UNAVAILABLE: 'warn',
  BROKEN: 'warn',
  TIMEOUT: 'warn',
  CRASHED: 'warn',
  MEMORY: 'warn',
  BUDGET: 'warn',
  STOPPED: undefined,
  SLOW: undefined,
  LOCKED: undefined,
  TOO_LARGE: undefined,
  UNSUPPORTED: undefined,
  NO_PAGE: undefined,
  BUSY: undefined,
  CLOSED: undefined,
}

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
  inspect(source: RenderSource, options?: JobOptions & { readonly priority?: Priority }): Promise<Inspection>
  /** Returns the document with all permissions, or undefined if it is not encrypted. It waits behind visible pages. */
  unprotected(source: RenderSource, options?: JobOptions): Promise<Uint8Array | undefined>
  renderPage(source: RenderSource, request: PageRequest): Promise<RenderedPage>
  checkMark(source: RenderSource, copy: RenderSource, request: CheckRequest): Promise<MarkCheck>
  pageText(source: RenderSource, page: number, options?: JobOptions): Promise<TextRuns>
  pageLinks(source: RenderSource, page: number, written: boolean, options?: JobOptions): Promise<PageLinks>
  /** Searches for a time slice, behind visible pages. */
  find(source: RenderSource, search: Search, options?: JobOptions): Promise<FoundText>
  /** Reading takes a time slice, behind visible pages. Pages count from 1, `to` included. */
  read(source: RenderSource, pages: { from: number; to: number }, options?: JobOptions): Promise<ReadPages>
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

export async function createRenderPool({ size, deadlineMs = 20_000, log, clock = systemClock }: RenderPoolOptions): Promise<RenderPool> {
  if (!fs.existsSync(WORKER_FILE)) throw new Error(`${WORKER_FILE} is missing: run "npx tsc -b server" first`)
  const wasmFile = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  const wasm = await compileWasm(await fs.promises.readFile(wasmFile))
  return new ThreadPool(size, { deadlineMs, budgets: new RenderBudgets(deadlineMs, clock), wasm }, log)
}

interface Job {
  readonly task: Task
  line: Line
  readonly room: string
  readonly owner: Owner
  isDropped: boolean
  isRepeated: boolean
  resolve(result: RenderResult): void
  reject(reason: unknown): void
}

interface Work {
  readonly deadlineMs: number
  readonly budgets: RenderBudgets
  readonly wasm: CompiledWasm
}

class ThreadPool implements RenderPool {
  readonly #size: number
  readonly #work: Work
  readonly #log: Log
  readonly #queue = new JobQueue<Job>()
  readonly #running = new Map<RenderThread, Job>()
  /** The longest idle thread comes first. */
  readonly #threads = new Set<RenderThread>()
  #closed = false
  #relief: NodeJS.Timeout | undefined
  #isPromised = false
  readonly #ended = { done: 0, failed: 0, replaced: 0 }

  constructor(size: number, work: Work, log: Log) {
    this.#size = size
    this.#work = work
    this.#log = log
  }

  async inspect(source: RenderSource, { signal, priority = 'prefetch' }: JobOptions & { priority?: Priority } = {}): Promise<Inspection> {
    const result = await this.#submit({ type: 'inspect', source: copyOf(source) }, priority, signal)
    return answering(result, 'inspection').inspection
  }

  async unprotected(source: RenderSource, { signal }: JobOptions = {}): Promise<Uint8Array | undefined> {
    const result = await this.#submit({ type: 'unprotect', source: copyOf(source) }, 'prefetch', signal)
    return answering(result, 'unprotected').bytes
  }

  async pageText(source: RenderSource, page: number, { signal }: JobOptions = {}): Promise<TextRuns> {
    const result = await this.#submit({ type: 'text', source: copyOf(source), page }, 'visible', signal)
    return answering(result, 'text').text
  }

  async pageLinks(source: RenderSource, page: number, written: boolean, { signal }: JobOptions = {}): Promise<PageLinks> {
    const result = await this.#submit({ type: 'links', source: copyOf(source), page, written }, 'visible', signal)
    return answering(result, 'links').links
  }

  async find(source: RenderSource, search: Search, { signal }: JobOptions = {}): Promise<FoundText> {
    const result = await this.#submit({ type: 'find', source: copyOf(source), ...search }, 'prefetch', signal)
    return answering(result, 'found').found
  }

  async read(source: RenderSource, { from, to }: { from: number; to: number }, { signal }: JobOptions = {}): Promise<ReadPages> {
    const result = await this.#submit({ type: 'read', source: copyOf(source), from, to }, 'prefetch', signal)
    return answering(result, 'read').read
  }

  async renderPage(source: RenderSource, { page, width, tile, mark, priority, signal }: PageRequest): Promise<RenderedPage> {
    if (!Number.isSafeInteger(page) || page < 1) throw new RangeError(`not a page: ${page}`)
    if (!Number.isSafeInteger(width) || width < 1 || width > MAX_WIDTH) throw new RangeError(`not a width: ${width}`)
    if (tile && !(isPlace(tile.column) && isPlace(tile.row))) throw new RangeError(`not a tile: ${tile.column}.${tile.row}`)
    const task: Task = { type: 'page', source: copyOf(source), page, width, tile, mark }
    const result = answering(await this.#submit(task, priority, signal), 'image')
    return { bytes: Buffer.from(result.bytes.buffer), type: 'image/jpeg', width: result.width, height: result.height }
  }

  async checkMark(source: RenderSource, copy: RenderSource, { page, width, mark, signal }: CheckRequest): Promise<MarkCheck> {
    const task: Task = { type: 'check', source: copyOf(source), copy: copyOf(copy), page, width, mark }
    const result = await this.#submit(task, 'prefetch', signal)
    if (result.type !== 'check') throw new Error('a render worker answered another question')
    return result.check
  }

  load(): PoolLoad {
    return { size: this.#size, busy: this.#running.size, waiting: this.#queue.size, ...this.#ended }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#relief)
    for (let job = this.#queue.take(); job; job = this.#queue.take()) job.reject(new RenderError('CLOSED'))
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  async #submit(task: Task, priority: Priority, signal: AbortSignal | undefined): Promise<RenderResult> {
    signal?.throwIfAborted()
    if (this.#closed) throw new RenderError('CLOSED')
    const refusal = this.#work.budgets.refusalOf(task)
    if (refusal) throw refusal
    if (this.#queue.size >= MAX_WAITING) throw new RenderError('BUSY', `${this.#queue.size} jobs wait`)
    const { owner } = task.source
    if (owner !== undefined && this.#queue.sizeOf(owner) >= MAX_WAITING_OF_MEMBER)
      throw new RenderError('BUSY', 'too many jobs of one member wait')
    let drop = () => {}
    try {
      return await new Promise<RenderResult>((resolve, reject) => {
        const line = this.#work.budgets.isLast(task) ? 'last' : priority
        const job: Job = { task, line, room: task.source.context.room, owner, isDropped: false, isRepeated: false, resolve, reject }
        drop = () => {
          job.isDropped = true
          this.#queue.remove(job)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', drop)
        this.#queue.add(job)
        this.#dispatch()
      })
    } finally {
      signal?.removeEventListener('abort', drop)
    }
  }

  #dispatch(): void {
    while (!this.#closed && this.#running.size < this.#size) {
      const job = this.#next()
      if (!job) break
      const refusal = this.#work.budgets.refusalOf(job.task)
      if (refusal) job.reject(refusal)
      else void this.#run(job, this.#threadFor(job.task.source.id))
    }
    this.#relieve()
  }

  #next(): Job | undefined {
    const busy = new Set([...this.#running.values()].map(({ room }) => room))
    const promised = this.#isPromised ? this.#queue.take('visible', busy) : undefined
    this.#isPromised = false
    return promised ?? this.#queue.take(this.#later().length < this.#mostLater ? undefined : 'visible', busy)
  }

  /** One of several threads stays free for pages. */
  get #mostLater(): number {
    return Math.max(1, this.#size - 1)
  }

  #later(): RunningJob[] {
    return [...this.#running].filter(([, { line }]) => line !== 'visible')
  }

  #relieve(): void {
    clearTimeout(this.#relief)
    if (this.#closed) return
    const forPage = this.#takenFrom('visible', [...this.#running], this.#size)
    const forRoom = forPage ?? this.#takenFrom('prefetch', this.#later(), this.#mostLater)
    const taken = forRoom ?? this.#newestVisible()
    if (!taken) return
    const wait = (forRoom ? SLOW_MS : PATIENCE_MS) - taken.taskMs
    if (wait > 0) this.#relief = setTimeout(() => this.#relieve(), wait)
    else {
      this.#isPromised = taken === forPage || !forRoom
      taken.stop()
    }
  }

  /** Stopped jobs count as slow, never stopped again. */
  #newestVisible(): RenderThread | undefined {
    if (this.#running.size < this.#size || this.#queue.rooms('visible').length === 0) return undefined
    return [...this.#running].findLast(([, { line }]) => line === 'visible')?.[0]
  }

  #takenFrom(line: Priority, running: readonly RunningJob[], most: number): RenderThread | undefined {
    if (running.length < most) return undefined
    const held = new Map<string, number>()
    for (const [, { room }] of running) held.set(room, (held.get(room) ?? 0) + 1)
    if (this.#queue.rooms(line).every((room) => held.has(room))) return undefined
    const slow = running.findLast(([, job]) => job.line === 'last')
    const newest = running.findLast(([, { room }]) => most === 1 || (held.get(room) ?? 0) > 1)
    return (slow ?? newest)?.[0]
  }

  #threadFor(id: string): RenderThread {
    for (const thread of this.#threads) if (thread.spent) this.#threads.delete(thread)
    const idle = [...this.#threads].filter((thread) => !this.#running.has(thread))
    const { wasm, deadlineMs } = this.#work
    const baseBytes = Math.floor(BASE_BYTES / this.#size)
    return idle.find((thread) => thread.holds(id)) ?? idle[0] ?? new RenderThread(WORKER_FILE, { wasm, deadlineMs, baseBytes })
  }

  async #run(job: Job, thread: RenderThread): Promise<void> {
    this.#threads.delete(thread)
    this.#threads.add(thread)
    this.#running.set(thread, job)
    const { budgets } = this.#work
    try {
      const result = await thread.run(job.task, budgets.allowanceOf(job.task))
      budgets.ended(job.task, thread.taskMs)
      this.#ended.done += 1
      job.resolve(result)
    } catch (error) {
      this.#failed(job, thread, error)
    }
    this.#running.delete(thread)
    if (thread.spent) {
      this.#ended.replaced += 1
      this.#log.debug({ document: job.task.source.id }, 'render worker retired')
      void thread.end()
    }
    this.#dispatch()
  }

  #failed(job: Job, thread: RenderThread, error: unknown): void {
    const code = error instanceof RenderError ? error.code : undefined
    // Other documents in the thread may have held the memory.
    const isShared = code === 'MEMORY' && thread.served > 1 && !job.isRepeated
    if (!isShared) this.#work.budgets.ended(job.task, thread.taskMs, error)
    if (!(isShared || code === 'STOPPED') || job.isDropped || this.#closed) {
      this.#ended.failed += 1
      this.#note(error, job.task)
      job.reject(error)
      return
    }
    job.isRepeated ||= isShared
    job.line = 'last'
    this.#queue.add(job)
  }

  #note(error: unknown, { type, source }: Task): void {
    const job = { document: source.id, task: type }
    if (!(error instanceof RenderError)) {
      this.#log.error({ ...job, error }, 'render worker failed')
      return
    }
    const level = LOGGED[error.code]
    if (level) this.#log[level]({ ...job, failure: error.code, detail: error.message }, 'page cannot be shown')
  }
}

type RunningJob = readonly [thread: RenderThread, job: Job]

const isPlace = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

function answering<T extends RenderResult['type']>(result: RenderResult, type: T): Extract<RenderResult, { readonly type: T }> {
  if (!isOf(result, type)) throw new Error('a render worker answered another question')
  return result
}

function isOf<T extends RenderResult['type']>(result: RenderResult, type: T): result is Extract<RenderResult, { readonly type: T }> {
  return result.type === type
}

/** Posting a slice would expose Node's shared buffer. */
function copyOf(source: RenderSource): RenderSource {
  return { ...source, segments: source.segments.map((segment) => ({ ...segment, key: new Uint8Array(segment.key) })) }
}
