import { Worker } from 'node:worker_threads'
import type { RenderOutcome, Reply, Task, WorkerStart } from '../protocol.ts'
import { RenderError } from '../render-error.ts'
import type { Allowance } from './render-budgets.ts'

/** The limit excludes pixels and engine memory. */
const MAX_HEAP_MB = 256
/** Young objects are few, and V8 keeps their memory. */
const MAX_YOUNG_MB = 12

export type RenderResult = Exclude<RenderOutcome, { type: 'failure' }>

interface RenderAttempt {
  readonly allowance: Allowance
  resolve(result: RenderResult): void
  reject(error: Error): void
}

export class RenderThread {
  readonly #worker: Worker
  #ready = false
  #spent = false
  #ended = false
  #attempt: RenderAttempt | undefined
  #deadline: NodeJS.Timeout | undefined
  #open: readonly string[] = []
  #began: number | undefined
  #served = 0

  constructor(file: string, workerData: WorkerStart) {
    this.#worker = new Worker(file, {
      workerData,
      // Settings contain passwords, so it gets none, no loaders, and no machine fonts.
      env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: MAX_HEAP_MB,
        maxYoungGenerationSizeMb: MAX_YOUNG_MB,
      },
    })
    this.#worker.on('message', (reply: Reply) => this.#receive(reply))
    this.#worker.on('error', (error) => void this.#end(this.#deathBy(error.message)))
    this.#worker.on('exit', (code) => void this.#end(this.#deathBy(`exit code ${code}`)))
  }

  get spent(): boolean {
    return this.#spent
  }

  /** The time excludes startup. */
  get taskMs(): number {
    return this.#began === undefined ? 0 : performance.now() - this.#began
  }

  get served(): number {
    return this.#served
  }

  holds(id: string): boolean {
    return this.#open.includes(id)
  }

  /** The allowance starts when ready. @throws RenderError, or Error if the thread cannot start */
  run(task: Task, allowance: Allowance): Promise<RenderResult> {
    this.#served += 1
    this.#began = undefined
    return new Promise((resolve, reject) => {
      this.#attempt = { allowance, resolve, reject }
      this.#worker.postMessage(task)
      if (this.#ready) this.#begin()
    })
  }

  /** Tasks fail with CLOSED. Resolves once no thread code runs. */
  end(): Promise<void> {
    return this.#end(new RenderError('CLOSED'))
  }

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
    this.#deadline = setTimeout(
      () => void this.#end(new RenderError(failure, `no answer in ${Math.round(ms)} ms`)),
      ms,
    )
  }

  #deathBy(reason: string): Error {
    return this.#ready
      ? new RenderError('CRASHED', `the worker died: ${reason}`)
      : new Error(`a render worker cannot start: ${reason}`)
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
