import path from 'node:path'
import type { Watermark } from '../../../paper/watermark/layout.ts'
import type { LocalEncryptedFile } from '../../platform/blob/sync-encrypted-file.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import type { Log } from '../../platform/log/log.ts'
import { PdfError } from '../pdf/pdf-error.ts'
import { PdfProcess, type TaskLimits } from '../pdf/pdf-process.ts'
import type { PagePicture } from '../pdf/picture-page.ts'
import {
  type EncryptedOutcome,
  encryptedOutcome,
  prepareOutcomes,
  requiredSize,
} from '../pdf/writing/encrypted-outcome.ts'
import type { PoolLoad } from '../pool-load.ts'
import { type Marked, marked, type Task } from './protocol.ts'

const PROGRAM = {
  file: path.join(PROJECT_ROOT, '.build/server/workers/watermark/watermark-program.js'),
  done: marked,
}
/** Each process holds whole documents in memory. */
const PROCESSES = 2
const MAX_WAITING = 50
const HEAP_MB = 1_024
/** A process keeps the memory of larger documents. */
const WORN_BYTES = 64 * 2 ** 20
const IDLE_MS = 60_000

export interface MarkedFile extends EncryptedOutcome {
  readonly pageCount: number
  readonly rebuilt: readonly number[]
  /** Pages not understood (from 1) must not be delivered. */
  readonly refused: readonly number[]
}

export interface WatermarkPool {
  /** `pictures` replace pages. Aborting ends running work. @throws PdfError, or the signal's reason */
  mark(
    source: LocalEncryptedFile,
    mark: Watermark,
    signal: AbortSignal,
    pictures?: readonly PagePicture[],
  ): Promise<MarkedFile>
  /** @throws PdfError, NOT_UNDERSTOOD if no password fits */
  decrypt(
    source: LocalEncryptedFile,
    passwords: readonly string[],
    signal: AbortSignal,
  ): Promise<EncryptedOutcome>
  load(): PoolLoad
  /** Work fails with CLOSED. */
  close(): Promise<void>
}

export interface WatermarkPoolOptions {
  readonly folder: string
  readonly deadlineMs: number
  readonly heapMb?: number
  readonly log: Log
}

/** @throws Error if the program is not compiled */
export async function createWatermarkPool(options: WatermarkPoolOptions): Promise<WatermarkPool> {
  await prepareOutcomes(PROGRAM, options.folder)
  return new ProcessPool(options)
}

type What =
  | { readonly mark: Watermark; readonly pictures: readonly PagePicture[] }
  | { readonly passwords: readonly string[] }
type WatermarkProcess = PdfProcess<Task, Marked>

class ProcessPool implements WatermarkPool {
  readonly #folder: string
  readonly #limits: TaskLimits
  readonly #log: Log
  readonly #idle: { readonly process: WatermarkProcess; readonly end: NodeJS.Timeout }[] = []
  readonly #running = new Set<WatermarkProcess>()
  readonly #waiting = new Set<() => void>()
  #busy = 0
  readonly #ended = { done: 0, failed: 0, replaced: 0 }
  #closed = new AbortController()

  constructor({ folder, deadlineMs, heapMb = HEAP_MB, log }: WatermarkPoolOptions) {
    this.#folder = folder
    this.#limits = { deadlineMs, heapMb }
    this.#log = log
  }

  mark(
    source: LocalEncryptedFile,
    mark: Watermark,
    signal: AbortSignal,
    pictures: readonly PagePicture[] = [],
  ): Promise<MarkedFile> {
    return this.#write(source, 'marked', { mark, pictures }, signal)
  }

  decrypt(
    source: LocalEncryptedFile,
    passwords: readonly string[],
    signal: AbortSignal,
  ): Promise<EncryptedOutcome> {
    return this.#write(source, 'decrypted', { passwords }, signal)
  }

  async #write(
    source: LocalEncryptedFile,
    purpose: string,
    what: What,
    signal: AbortSignal,
  ): Promise<MarkedFile> {
    const size = requiredSize(source)
    const until = AbortSignal.any([signal, this.#closed.signal])
    await this.#turn(until)
    try {
      const outcome = await encryptedOutcome(this.#folder, purpose, source, (ends) =>
        this.#run({ ...ends, ...what }, size, until),
      )
      this.#ended.done += 1
      return outcome
    } catch (error) {
      if (!until.aborted) this.#ended.failed += 1
      throw error
    } finally {
      this.#busy -= 1
      this.#next()
    }
  }

  load(): PoolLoad {
    return { size: PROCESSES, busy: this.#busy, waiting: this.#waiting.size, ...this.#ended }
  }

  async close(): Promise<void> {
    this.#closed.abort(new PdfError('CLOSED'))
    for (const { process, end } of this.#idle.splice(0)) {
      clearTimeout(end)
      process.end()
    }
    for (const process of this.#running) process.end()
  }

  #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#busy < PROCESSES) {
      this.#busy += 1
      return Promise.resolve()
    }
    if (this.#waiting.size >= MAX_WAITING)
      throw new PdfError('BUSY', `${this.#waiting.size} documents wait`)
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(go)
        reject(signal.reason)
      }
      const go = (): void => {
        signal.removeEventListener('abort', leave)
        this.#waiting.delete(go)
        this.#busy += 1
        resolve()
      }
      this.#waiting.add(go)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  #next(): void {
    if (this.#busy >= PROCESSES) return
    for (const go of this.#waiting) {
      go()
      return
    }
  }

  async #run(task: Task, size: number, signal: AbortSignal): Promise<Marked> {
    signal.throwIfAborted()
    const rested = this.#idle.pop()
    clearTimeout(rested?.end)
    const process =
      rested && !rested.process.spent
        ? rested.process
        : new PdfProcess<Task, Marked>(PROGRAM, this.#limits)
    this.#running.add(process)
    try {
      return await process.run(task, signal)
    } finally {
      this.#running.delete(process)
      if (size > WORN_BYTES) process.end()
      if (process.spent) {
        this.#ended.replaced += 1
        this.#log.debug({}, 'marking process ended')
      } else this.#rest(process)
    }
  }

  #rest(process: WatermarkProcess): void {
    const end = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((rested) => rested.process === process),
        1,
      )
      process.end()
    }, IDLE_MS)
    end.unref()
    this.#idle.push({ process, end })
  }
}
