import { Worker } from 'node:worker_threads'
import type { CompiledWasm } from './compiled-wasm.ts'
import type { Outcome, Reply, Task, WorkerStart } from './protocol.ts'
import { RenderError } from './render-error.ts'

/** Node's own heap in a worker; pixels and the engine's memory lie outside of it. */
const MAX_HEAP_MB = 256

/** What a task brings when it succeeds. */
export type Result = Exclude<Outcome, { type: 'failure' }>

/** A task under way. */
interface Attempt {
  resolve(result: Result): void
  reject(error: Error): void
}

/** One worker thread, which does one task at a time. */
export class RenderThread {
  readonly #worker: Worker
  readonly #deadlineMs: number
  #ready = false
  #spent = false
  #ended = false
  #attempt: Attempt | undefined
  #deadline: NodeJS.Timeout | undefined
  #open: readonly string[] = []

  constructor(file: string, wasm: CompiledWasm, deadlineMs: number) {
    this.#deadlineMs = deadlineMs
    const workerData: WorkerStart = { wasm, deadlineMs }
    this.#worker = new Worker(file, {
      workerData,
      // Nothing of the server's surroundings: no settings with passwords, no loaders, and no fonts that only this machine has.
      env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    this.#worker.on('message', (reply: Reply) => this.#receive(reply))
    this.#worker.on('error', (error) => void this.#end(this.#deathBy(error.message)))
    this.#worker.on('exit', (code) => void this.#end(this.#deathBy(`exit code ${code}`)))
  }

  /** True once the thread is worn or has ended: it takes no further task. */
  get spent(): boolean {
    return this.#spent
  }

  /** Whether it has the document of this id open. */
  holds(id: string): boolean {
    return this.#open.includes(id)
  }

  /**
   * Does a task. Throws RenderError; at the deadline, which counts from when the thread has started up, the thread ends. Throws a plain
   * Error if it cannot start, which is not the document's fault.
   */
  run(task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#attempt = { resolve, reject }
      this.#worker.postMessage(task)
      if (this.#ready) this.#startDeadline()
    })
  }

  /** Ends the thread; a task under way fails with CLOSED. Kept when no code of it runs any more. */
  end(): Promise<void> {
    return this.#end(new RenderError('CLOSED'))
  }

  #receive(reply: Reply): void {
    if (reply.type === 'ready') {
      this.#ready = true
      if (this.#attempt) this.#startDeadline()
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

  #startDeadline(): void {
    this.#deadline = setTimeout(() => void this.#end(new RenderError('TIMEOUT', `no answer in ${this.#deadlineMs} ms`)), this.#deadlineMs)
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
