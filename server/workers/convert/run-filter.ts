import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConvertError } from './convert-error.ts'

const STDERR_CHARACTERS = 2_000

export interface Filter {
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly files?: readonly string[]
  readonly deadlineMs: number
  readonly outputBytes: number
}

export interface FilterEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
}

/**
 * Iteration end, deadline and signal kill the group.
 * @param judge returns undefined for success
 * @throws ConvertError TIMEOUT or TOO_LARGE, errors of `judge` or the input, or the signal's reason
 */
export async function* runFilter(
  filter: Filter,
  input: Readable,
  judge: (end: FilterEnd) => ConvertError | undefined,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  signal.throwIfAborted()
  const { child, stdin, stdout, stderr } = start(filter)
  let trouble: unknown
  const end = (reason: unknown): void => {
    trouble ??= reason
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The group has already ended.
    }
  }
  const closed = new Promise<FilterEnd>((resolve) => {
    let said = ''
    stderr.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < STDERR_CHARACTERS) said += text
    })
    child.once('error', (error) => resolve({ code: null, signal: null, stderr: String(error) }))
    child.once('close', (code, killedBy) =>
      resolve({ code, signal: killedBy, stderr: said.slice(0, STDERR_CHARACTERS).trim() }),
    )
  })
  const deadline = setTimeout(
    () => end(new ConvertError('TIMEOUT', `no end in ${filter.deadlineMs} ms`)),
    filter.deadlineMs,
  )
  const abort = (): void => end(signal.reason)
  signal.addEventListener('abort', abort)
  const fed = pipeline(input, stdin).catch((error: unknown) => {
    // A program that ends early reports why.
    if (!isBrokenPipe(error)) end(error)
  })
  try {
    let size = 0
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > filter.outputBytes)
        end(new ConvertError('TOO_LARGE', `more than ${filter.outputBytes} bytes of output`))
      if (trouble !== undefined) break
      yield chunk
    }
    const ended = await closed
    await fed
    if (trouble !== undefined) throw trouble
    const fault = judge(ended)
    if (fault) throw fault
  } finally {
    end(new Error('nobody reads it any more'))
    clearTimeout(deadline)
    signal.removeEventListener('abort', abort)
    input.destroy()
  }
}

interface Started {
  readonly child: ChildProcess
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
}

function start({ words, environment, files = [] }: Filter): Started {
  const [program = '', ...args] = words
  const opened = files.map((file) => fs.openSync(file, 'r'))
  try {
    // A kill reaches the group's children.
    const child = spawn(program, args, {
      cwd: '/',
      env: { ...environment },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', ...opened],
    })
    const { stdin, stdout, stderr } = child
    if (!stdin || !stdout || !stderr) throw new Error('a program was started without pipes')
    return { child, stdin, stdout, stderr }
  } finally {
    for (const file of opened) fs.closeSync(file)
  }
}

const BROKEN_PIPE = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']

const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && BROKEN_PIPE.includes(String(error.code))
