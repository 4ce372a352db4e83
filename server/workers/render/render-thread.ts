import { Worker } from 'node:worker_threads'
import type { Outcome, Reply, Task, WorkerStart } from './protocol.ts'
import type { Allowance } from './render-budgets.ts'
import { RenderError } from './render-error.ts'

/** Node's own heap in a worker; pixels and the engine's memory lie outside of it. */
const MAX_HEAP_MB = 256
/** A quarter of what V8 would take for young objects, of which there are few: it keeps that memory. */
const MAX_YOUNG_MB = 12

/** What a task brings when it succeeds. */
export type Result = Exclude<Outcome, { type: 'failure' }>

/** A task under way. */
interface Attempt {
  readonly allowance: Allowance
  resolve(result: Result): void
  reject(error: Error): void
}

/** One worker thread, which does one task at a time. */
export class RenderThread {
  readonly #worker: Worker
  #ready = false
  #spent = false
  #ended = false
  #attempt: Attempt | undefined
  #deadline: NodeJS.Timeout | undefined
  #open: readonly string[] = []
  #began: number | undefined
  #served = 0

  constructor(file: string, workerData: WorkerStart) {
    this.#worker = new Worker(file, {
      workerData,
      // Nothing of the server's surroundings: no settings with passwords, no loaders, and no fonts that only this machine has.
      env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    })
    this.#worker.on('message', (reply: Reply) => this.#receive(reply))
    this.#worker.on('error', (error) => void this.#end(this.#deathBy(error.message)))
    this.#worker.on('exit', (code) => void this.#end(this.#deathBy(`exit code ${code}`)))
  }

  /** True once the thread is worn or has ended: it takes no further task. */
  get spent(): boolean {
    return this.#spent
  }

  /** Milliseconds for which the task under way has run, from when the thread had started up; after it, for which it ran. */
  get taskMs(): number {
    return this.#began === undefined ? 0 : performance.now() - this.#began
  }

  /** Tasks that it has taken. */
  get served(): number {
    return this.#served
  }

  /** Whether it has the document of this id open. */
  holds(id: string): boolean {
    return this.#open.includes(id)
  }

  /**
   * Does a task. Throws RenderError; at the end of its allowance, which counts from when the thread has started up, the thread ends. Throws a plain
   * Error if it cannot start, which is not the document's fault.
   */
  run(task: Task, allowance: Allowance): Promise<Result> {
    this.#served += 1
    this.#began = undefined
    return new Promise((resolve, reject) => {
      this.#attempt = { allowance, resolve, reject }
      this.#worker.postMessage(task)
      if (this.#ready) this.#begin()
    })
  }

  /** Ends the thread; a task under way fails with CLOSED. Kept when no code of it runs any more. */
  end(): Promise<void> {
    return this.#end(new RenderError('CLOSED'))
  }

  /** Ends the thread, whose task fails with STOPPED. */
  stop(): void {
    void this.#end(new RenderError('STOPPED', 'another room waits for its thread'))
  }

  #receive(reply: Reply): void {
    if (reply.type === 'ready') {
      this.#ready = true
      this.#begin()
      return
    }
    clearTimeout(this.#deadline)
    this.#open = reply.open
    this.#spent ||= reply.worn
    const attempt = this.#attempt
    this.#attempt = undefined
    const { outcome } = reply
    if (outcome.type === 'failure') attempt?.reject(new RenderError(outcome.code, outcome.detail))
    else attempt?.resolve(outcome)
  }

  #begin(): void {
    if (!this.#attempt) return
    const { ms, failure } = this.#attempt.allowance
    this.#began = performance.now()
    this.#deadline = setTimeout(() => void this.#end(new RenderError(failure, `no answer in ${Math.round(ms)} ms`)), ms)
  }

  #deathBy(reason: string): Error {
    return this.#ready ? new RenderError('CRASHED', `the worker died: ${reason}`) : new Error(`a render worker cannot start: ${reason}`)
  }

  async #end(error: Error): Promise<void> {
    if (!this.#ended) {
      this.#ended = true
      this.#spent = true
      clearTimeout(this.#deadline)
      this.#attempt?.reject(error)
    }
    await this.#worker.terminate()
  }
}
