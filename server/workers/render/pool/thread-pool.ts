import path from 'node:path'
// Otherwise the native library is unloaded with the last worker, while its threads run.
import 'sharp'
import { PROJECT_ROOT } from '../../../platform/config/project-root.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { PoolLoad } from '../../pool-load.ts'
import type { CompiledWasm } from '../pdfium/compiled-wasm.ts'
import type { Task } from '../protocol.ts'
import { RenderError } from '../render-error.ts'
import { JobQueue, type Priority } from './job-queue.ts'
import { logFailure } from './log-failure.ts'
import type { RenderBudgets } from './render-budgets.ts'
import type { RenderJob } from './render-job.ts'
import { type RenderResult, RenderThread } from './render-thread.ts'
import { laterOf, mostLater, yieldingThread } from './yielding-thread.ts'

const BASE_BYTES = 96 * 2 ** 20
/** Node 20 cannot start threads from TypeScript. */
export const WORKER_FILE = path.join(PROJECT_ROOT, '.build/server/workers/render/render.worker.js')
const MAX_WAITING = 2_000
/** Browsers request fewer pages. */
const MAX_WAITING_OF_MEMBER = 60

interface ThreadWork {
  readonly deadlineMs: number
  readonly budgets: RenderBudgets
  readonly wasm: CompiledWasm
}

export class ThreadPool {
  readonly #size: number
  readonly #work: ThreadWork
  readonly #log: Log
  readonly #queue = new JobQueue<RenderJob>()
  readonly #running = new Map<RenderThread, RenderJob>()
  /** The longest idle thread comes first. */
  readonly #threads = new Set<RenderThread>()
  #closed = false
  #relief: NodeJS.Timeout | undefined
  #isPromised = false
  readonly #ended = { done: 0, failed: 0, replaced: 0 }

  constructor(size: number, work: ThreadWork, log: Log) {
    this.#size = size
    this.#work = work
    this.#log = log
  }

  load(): PoolLoad {
    return { size: this.#size, busy: this.#running.size, waiting: this.#queue.size, ...this.#ended }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#relief)
    for (let job = this.#queue.take(); job; job = this.#queue.take())
      job.reject(new RenderError('CLOSED'))
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  async submit(
    task: Task,
    priority: Priority,
    signal: AbortSignal | undefined,
  ): Promise<RenderResult> {
    signal?.throwIfAborted()
    if (this.#closed) throw new RenderError('CLOSED')
    const refusal = this.#work.budgets.refusalOf(task)
    if (refusal) throw refusal
    if (this.#queue.size >= MAX_WAITING)
      throw new RenderError('BUSY', `${this.#queue.size} jobs wait`)
    const { owner } = task.source
    if (owner !== undefined && this.#queue.sizeOf(owner) >= MAX_WAITING_OF_MEMBER)
      throw new RenderError('BUSY', 'too many jobs of one member wait')
    let drop = () => {}
    try {
      return await new Promise<RenderResult>((resolve, reject) => {
        const line = this.#work.budgets.isLast(task) ? 'last' : priority
        const job: RenderJob = {
          task,
          line,
          room: task.source.context.room,
          owner,
          isDropped: false,
          isRepeated: false,
          resolve,
          reject,
        }
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

  #next(): RenderJob | undefined {
    const busy = new Set([...this.#running.values()].map(({ room }) => room))
    const promised = this.#isPromised ? this.#queue.take('visible', busy) : undefined
    this.#isPromised = false
    return (
      promised ??
      this.#queue.take(
        laterOf([...this.#running]).length < mostLater(this.#size) ? undefined : 'visible',
        busy,
      )
    )
  }

  #relieve(): void {
    clearTimeout(this.#relief)
    if (this.#closed) return
    const yielding = yieldingThread({
      size: this.#size,
      queue: this.#queue,
      running: [...this.#running],
    })
    if (!yielding) return
    const { thread, afterMs, isForPage } = yielding
    const wait = afterMs - thread.taskMs
    if (wait > 0) this.#relief = setTimeout(() => this.#relieve(), wait)
    else {
      this.#isPromised = isForPage
      thread.stop()
    }
  }

  #threadFor(id: string): RenderThread {
    for (const thread of this.#threads) if (thread.spent) this.#threads.delete(thread)
    const idle = [...this.#threads].filter((thread) => !this.#running.has(thread))
    const { wasm, deadlineMs } = this.#work
    const baseBytes = Math.floor(BASE_BYTES / this.#size)
    return (
      idle.find((thread) => thread.holds(id)) ??
      idle[0] ??
      new RenderThread(WORKER_FILE, { wasm, deadlineMs, baseBytes })
    )
  }

  async #run(job: RenderJob, thread: RenderThread): Promise<void> {
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

  #failed(job: RenderJob, thread: RenderThread, error: unknown): void {
    const code = error instanceof RenderError ? error.code : undefined
    // Other documents in the thread may have held the memory.
    const isShared = code === 'MEMORY' && thread.served > 1 && !job.isRepeated
    if (!isShared) this.#work.budgets.ended(job.task, thread.taskMs, error)
    if (!(isShared || code === 'STOPPED') || job.isDropped || this.#closed) {
      this.#ended.failed += 1
      logFailure(this.#log, error, job.task)
      job.reject(error)
      return
    }
    job.isRepeated ||= isShared
    job.line = 'last'
    this.#queue.add(job)
  }
}
