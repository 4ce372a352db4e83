import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { z } from 'zod'
import { limitedNodeCommand } from '../limited-node.ts'
import { PdfError } from './pdf-error.ts'
import { answer, type Question, type Reply } from './protocol.ts'

const STDERR_CHARACTERS = 2_000

export interface TaskLimits {
  readonly deadlineMs: number
  readonly heapMb: number
}

export interface PdfProgram<Done> {
  readonly file: string
  readonly done: z.ZodType<Done>
}

interface PdfAttempt<Done> {
  resolve(done: Done): void
  reject(error: unknown): void
  readonly reply: (question: Question) => Promise<Reply>
}

const nobodyAnswers = (): Promise<Reply> =>
  Promise.reject(new Error('a question that nobody expected'))

/** Untrusted tasks run singly, without server settings. */
export class PdfProcess<Task, Done> {
  readonly #done: z.ZodType<Done>
  readonly #child: ChildProcess
  readonly #input: Writable
  readonly #deadlineMs: number
  #attempt: PdfAttempt<Done> | undefined
  #deadline: NodeJS.Timeout | undefined
  #ready = false
  #said = ''
  #spent = false

  constructor({ file, done }: PdfProgram<Done>, { deadlineMs, heapMb }: TaskLimits) {
    this.#done = done
    this.#deadlineMs = deadlineMs
    const [shell, ...args] = limitedNodeCommand(`--max-old-space-size=${heapMb}`, file)
    const child = spawn(shell, args, {
      cwd: '/',
      env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#input = child.stdin
    // 'close' reports the end.
    this.#input.on('error', () => {})
    this.#listen(child.stdout, child.stderr)
    child.once('error', (error) => this.#end(error))
    child.once('close', (code, signal) =>
      this.#end(this.#deathBy(`exit code ${code}, signal ${signal}: ${this.#said.trim()}`)),
    )
  }

  get spent(): boolean {
    return this.#spent
  }

  /** The deadline starts when ready. @throws PdfError, errors of `reply`, or Error if it cannot start */
  run(
    task: Task,
    signal: AbortSignal,
    reply: (question: Question) => Promise<Reply> = nobodyAnswers,
  ): Promise<Done> {
    return new Promise<Done>((resolve, reject) => {
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
        reply,
      }
      signal.addEventListener('abort', abort)
      this.#say(task)
      if (this.#ready) this.#startDeadline()
    })
  }

  end(): void {
    this.#end(new PdfError('CLOSED'))
  }

  #say(line: unknown): void {
    this.#input.write(`${JSON.stringify(line)}\n`)
  }

  #listen(stdout: Readable, stderr: Readable): void {
    createInterface({ input: stdout }).on('line', (line) => this.#receive(line))
    stderr.setEncoding('utf8').on('data', (text: string) => {
      if (this.#said.length < STDERR_CHARACTERS) this.#said += text
    })
  }

  #receive(line: string): void {
    const heard = answer.safeParse(parsed(line))
    // Documents can make the library print.
    if (!heard.success) return
    const { data } = heard
    if (data.type === 'ready') {
      this.#ready = true
      if (this.#attempt) this.#startDeadline()
      return
    }
    const attempt = this.#attempt
    if (data.type === 'asked') {
      attempt?.reply(data.question).then(
        (reply) => this.#say(reply),
        (error: unknown) => this.#end(error),
      )
      return
    }
    clearTimeout(this.#deadline)
    this.#attempt = undefined
    if (data.type === 'failed') attempt?.reject(new PdfError(data.code, data.detail))
    else this.#finish(attempt, data.done)
  }

  #finish(attempt: PdfAttempt<Done> | undefined, reported: unknown): void {
    const done = this.#done.safeParse(reported)
    if (done.success) attempt?.resolve(done.data)
    else attempt?.reject(new PdfError('CRASHED', 'it told of its work in no known way'))
  }

  #startDeadline(): void {
    const late = (): void =>
      this.#end(new PdfError('TIMEOUT', `no answer in ${this.#deadlineMs} ms`))
    this.#deadline = setTimeout(late, this.#deadlineMs)
  }

  #deathBy(reason: string): Error {
    return this.#ready
      ? new PdfError('CRASHED', reason)
      : new Error(`a process for PDFs cannot start: ${reason}`)
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
