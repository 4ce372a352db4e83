import path from 'node:path'
import type { Watermark } from '../../../paper/watermark/layout.ts'
import type { LocalSealedFile } from '../../platform/blob/sync-sealed-file.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import type { Log } from '../../platform/log/log.ts'
import { PdfError } from '../pdf/pdf-error.ts'
import { PdfProcess, type TaskLimits } from '../pdf/pdf-process.ts'
import type { PagePicture } from '../pdf/picture-page.ts'
import { prepareOutcomes, requiredSize, type SealedOutcome, sealedOutcome } from '../pdf/sealed-outcome.ts'
import { type Stamped, stamped, type Task } from './protocol.ts'

/** Node 20 starts nothing from TypeScript, so that tests, too, run the compiled program. */
const PROGRAM = { file: path.join(PROJECT_ROOT, '.build/server/workers/stamp/stamp-program.js'), done: stamped }
/** Documents are held whole, so few at a time. */
const PROCESSES = 2
const MAX_WAITING = 50
const HEAP_MB = 1_024
/** After a document of so many bytes a process is ended: it would keep the memory. */
const WORN_BYTES = 64 * 2 ** 20
/** A process that has rested so long is ended. */
const IDLE_MS = 60_000

/** A stamped PDF. */
export interface StampedFile extends SealedOutcome {
  readonly pageCount: number
  /** Pages, from 1, that were put together anew. */
  readonly rebuilt: readonly number[]
  /** Pages, from 1, that were not understood well enough, and are empty: nobody may be given them so. */
  readonly refused: readonly number[]
}

/** Puts marks into PDFs, in processes of their own. */
export interface StampPool {
  /**
   * Waits its turn. Pages that are given as pictures, with the mark in them, become these. @throws PdfError, or the signal's reason; what is
   * under way is ended then.
   */
  stamp(source: LocalSealedFile, mark: Watermark, signal: AbortSignal, pictures?: readonly PagePicture[]): Promise<StampedFile>
  /**
   * Writes a PDF without its encryption, for what draws pages. Waits and throws as `stamp` does; NOT_UNDERSTOOD where none of the passwords,
   * of user or owner, opens it.
   */
  decrypt(source: LocalSealedFile, passwords: readonly string[], signal: AbortSignal): Promise<SealedOutcome>
  /** Ends all; whatever waits or runs fails with CLOSED. */
  close(): Promise<void>
}

export interface StampPoolOptions {
  /** Where stamped files lie, sealed, until they are sent. */
  readonly folder: string
  /** Milliseconds that one document may take. */
  readonly deadlineMs: number
  /** MiB of objects that may be made of one document. */
  readonly heapMb?: number
  readonly log: Log
}

/** Makes a pool. Throws where the program has not been compiled. */
export async function createStampPool(options: StampPoolOptions): Promise<StampPool> {
  await prepareOutcomes(PROGRAM, options.folder)
  return new ProcessPool(options)
}

/** What a task is about beside its files. */
type What = { readonly mark: Watermark; readonly pictures: readonly PagePicture[] } | { readonly passwords: readonly string[] }
type StampProcess = PdfProcess<Task, Stamped>

class ProcessPool implements StampPool {
  readonly #folder: string
  readonly #limits: TaskLimits
  readonly #log: Log
  readonly #idle: { readonly process: StampProcess; readonly end: NodeJS.Timeout }[] = []
  readonly #running = new Set<StampProcess>()
  /** Those who wait for their turn, in order. */
  readonly #waiting = new Set<() => void>()
  #busy = 0
  #closed = new AbortController()

  constructor({ folder, deadlineMs, heapMb = HEAP_MB, log }: StampPoolOptions) {
    this.#folder = folder
    this.#limits = { deadlineMs, heapMb }
    this.#log = log
  }

  stamp(source: LocalSealedFile, mark: Watermark, signal: AbortSignal, pictures: readonly PagePicture[] = []): Promise<StampedFile> {
    return this.#write(source, 'stamped', { mark, pictures }, signal)
  }

  decrypt(source: LocalSealedFile, passwords: readonly string[], signal: AbortSignal): Promise<SealedOutcome> {
    return this.#write(source, 'decrypted', { passwords }, signal)
  }

  async #write(source: LocalSealedFile, purpose: string, what: What, signal: AbortSignal): Promise<StampedFile> {
    const size = requiredSize(source)
    const until = AbortSignal.any([signal, this.#closed.signal])
    await this.#turn(until)
    try {
      return await sealedOutcome(this.#folder, purpose, source, (ends) => this.#run({ ...ends, ...what }, size, until))
    } finally {
      this.#busy -= 1
      this.#next()
    }
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
    if (this.#waiting.size >= MAX_WAITING) throw new PdfError('BUSY', `${this.#waiting.size} documents wait`)
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

  async #run(task: Task, size: number, signal: AbortSignal): Promise<Stamped> {
    signal.throwIfAborted()
    const rested = this.#idle.pop()
    clearTimeout(rested?.end)
    const process = rested && !rested.process.spent ? rested.process : new PdfProcess<Task, Stamped>(PROGRAM, this.#limits)
    this.#running.add(process)
    try {
      return await process.run(task, signal)
    } finally {
      this.#running.delete(process)
      if (size > WORN_BYTES) process.end()
      if (process.spent) this.#log.debug({}, 'stamping process ended')
      else this.#rest(process)
    }
  }

  #rest(process: StampProcess): void {
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
