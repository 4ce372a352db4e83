import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type Answer, answer, type Task } from './protocol.ts'
import { StampError } from './stamp-error.ts'

/** All memory that the program writes to: the document, what is read of it, the heap. */
const DATA_KB = 2 * 2 ** 20
/** No core file, which would hold the document; memory. */
const LIMITED = `ulimit -c 0 && ulimit -d ${DATA_KB} && exec "$@"`
const STDERR_CHARACTERS = 2_000

export type StampedAnswer = Extract<Answer, { type: 'stamped' }>

/** What one task may take. */
export interface TaskLimits {
  readonly deadlineMs: number
  /** MiB of objects that are made of the document. */
  readonly heapMb: number
}

interface Attempt {
  resolve(answer: StampedAnswer): void
  reject(error: unknown): void
}

/** One stamping process, which does one task at a time and knows no setting of ours. */
export class StampProcess {
  readonly #child: ChildProcess
  readonly #input: Writable
  readonly #deadlineMs: number
  #attempt: Attempt | undefined
  #deadline: NodeJS.Timeout | undefined
  #ready = false
  #said = ''
  #spent = false

  constructor(program: string, { deadlineMs, heapMb }: TaskLimits) {
    this.#deadlineMs = deadlineMs
    const words = ['-c', LIMITED, 'sh', process.execPath, `--max-old-space-size=${heapMb}`, program]
    const child = spawn('/bin/sh', words, { cwd: '/', env: { DISABLE_SYSTEM_FONTS_LOAD: '1' }, stdio: ['pipe', 'pipe', 'pipe'] })
    this.#child = child
    this.#input = child.stdin
    // It has ended; how is told by 'close'.
    this.#input.on('error', () => {})
    this.#listen(child.stdout, child.stderr)
    child.once('error', (error) => this.#end(error))
    child.once('close', (code, signal) => this.#end(this.#deathBy(`exit code ${code}, signal ${signal}: ${this.#said.trim()}`)))
  }

  /** True once it has ended: it takes no further task. */
  get spent(): boolean {
    return this.#spent
  }

  /**
   * Does a task. Throws StampError; at the deadline, which counts from when the program has started up, and when the signal aborts the
   * process ends. Throws a plain Error if it cannot start.
   */
  run(task: Task, signal: AbortSignal): Promise<StampedAnswer> {
    return new Promise<StampedAnswer>((resolve, reject) => {
      const abort = (): void => this.#end(signal.reason)
      const settled = (): void => signal.removeEventListener('abort', abort)
      this.#attempt = {
        resolve: (done) => {
          settled()
          resolve(done)
        },
        reject: (error) => {
          settled()
          reject(error)
        },
      }
      signal.addEventListener('abort', abort)
      this.#input.write(`${JSON.stringify(task)}\n`)
      if (this.#ready) this.#startDeadline()
    })
  }

  end(): void {
    this.#end(new StampError('CLOSED'))
  }

  #listen(stdout: Readable, stderr: Readable): void {
    createInterface({ input: stdout }).on('line', (line) => this.#receive(line))
    stderr.setEncoding('utf8').on('data', (text: string) => {
      if (this.#said.length < STDERR_CHARACTERS) this.#said += text
    })
  }

  #receive(line: string): void {
    const heard = answer.safeParse(parsed(line))
    // What a document made some library say.
    if (!heard.success) return
    if (heard.data.type === 'ready') {
      this.#ready = true
      if (this.#attempt) this.#startDeadline()
      return
    }
    clearTimeout(this.#deadline)
    const attempt = this.#attempt
    this.#attempt = undefined
    if (heard.data.type === 'stamped') attempt?.resolve(heard.data)
    else attempt?.reject(new StampError(heard.data.code, heard.data.detail))
  }

  #startDeadline(): void {
    const late = (): void => this.#end(new StampError('TIMEOUT', `no answer in ${this.#deadlineMs} ms`))
    this.#deadline = setTimeout(late, this.#deadlineMs)
  }

  #deathBy(reason: string): Error {
    return this.#ready ? new StampError('CRASHED', reason) : new Error(`a stamping process cannot start: ${reason}`)
  }

  #end(error: unknown): void {
    if (this.#spent) return
    this.#spent = true
    clearTimeout(this.#deadline)
    this.#child.kill('SIGKILL')
    this.#attempt?.reject(error)
    this.#attempt = undefined
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
