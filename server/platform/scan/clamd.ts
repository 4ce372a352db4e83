import net from 'node:net'
import type { Readable } from 'node:stream'
import { type Scanner, ScannerDownError, type ScanVerdict } from './scanner.ts'

export type ClamdAddress =
  | { readonly host: string; readonly port: number }
  | { readonly path: string }

interface ClamdOptions {
  /** The queue counts too. */
  readonly deadlineMs?: number
  readonly concurrency?: number
}

/** clamd may unpack 300 MB; the server closes silent connections after 120 s. */
const DEADLINE_MS = 90_000
/** clamd has 10 threads by default. */
const CONCURRENCY = 4
const PING_MS = 5_000
const ANSWER_BYTES = 4_096
const RESETS = ['ECONNRESET', 'EPIPE']
/** `AlertExceedsMax` makes clamd report limits this way. */
const LIMIT_SIGNATURE = 'Heuristics.Limits.Exceeded'

/** Parses `tcp://host:port` (default 3310) or `unix:/path`. */
export function parseClamdUrl(text: string): ClamdAddress | undefined {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(text)?.[1]
  if (path !== undefined) return { path }
  if (!/^tcp:\/\/[^/]+\/?$/.test(text) || !URL.canParse(text)) return undefined
  const { hostname, port } = new URL(text)
  return hostname === ''
    ? undefined
    : { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 3310 : Number(port) }
}

/** https://docs.clamav.net/manual/Usage/Scanning.html#clamd defines INSTREAM. */
export function createClamdScanner(address: ClamdAddress, options: ClamdOptions = {}): Scanner {
  const { deadlineMs = DEADLINE_MS, concurrency = CONCURRENCY } = options
  const turns = new Turns(concurrency)
  return {
    async scan(open) {
      const signal = AbortSignal.timeout(deadlineMs)
      const release = await turns.take(signal)
      try {
        return verdictOf(await ask(address, instream(open), signal))
      } catch (error) {
        // After an early answer, a reset can overtake it.
        if (!isReset(error) || !(await answersPing(address))) throw error
        return { kind: 'unscanned' }
      } finally {
        release()
      }
    },
    ping: () => ping(address),
  }
}

const isReset = (error: unknown): boolean =>
  error instanceof ScannerDownError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  RESETS.includes(String(error.cause.code))

const answersPing = (address: ClamdAddress): Promise<boolean> =>
  ping(address).then(
    () => true,
    () => false,
  )

async function ping(address: ClamdAddress): Promise<void> {
  const answer = await ask(address, only('zPING\0'), AbortSignal.timeout(PING_MS))
  if (answer !== 'PONG') throw new ScannerDownError('clamd gave no answer to a ping')
}

async function* only(command: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(command)
}

async function* instream(open: () => Readable): AsyncGenerator<Uint8Array> {
  yield* only('zINSTREAM\0')
  for await (const piece of open() as AsyncIterable<Buffer>) {
    if (piece.length === 0) continue
    yield lengthOf(piece.length)
    yield piece
  }
  yield lengthOf(0)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** An early answer counts, not the failed send. */
async function ask(
  address: ClamdAddress,
  command: AsyncGenerator<Uint8Array>,
  signal: AbortSignal,
): Promise<string> {
  const socket = net.connect({ ...address, signal })
  const answer = readAnswer(socket)
  answer.catch(() => undefined)
  const over = answer.then(
    () => true,
    () => true,
  )
  try {
    for await (const piece of command) {
      if (
        socket.destroyed ||
        (!socket.write(piece) && (await Promise.race([over, drained(socket)])))
      )
        break
    }
    return await answer
  } finally {
    socket.destroy()
  }
}

const drained = (socket: net.Socket): Promise<false> =>
  new Promise((resolve) => socket.once('drain', () => resolve(false)))

function readAnswer(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    let failure: unknown
    socket.setEncoding('utf8')
    socket.on('data', (piece: string) => {
      text += piece
      const end = text.indexOf('\0')
      if (end !== -1) resolve(text.slice(0, end))
      else if (text.length > ANSWER_BYTES) socket.destroy()
    })
    socket.on('error', (error) => {
      failure = error
    })
    socket.once('close', () =>
      reject(new ScannerDownError('clamd gave no answer', { cause: failure })),
    )
  })
}

function verdictOf(answer: string): ScanVerdict {
  if (answer === 'stream: OK') return { kind: 'clean' }
  const signature = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (signature !== undefined && !signature.startsWith(LIMIT_SIGNATURE))
    return { kind: 'infected', signature }
  if (signature !== undefined || answer.endsWith(' ERROR')) return { kind: 'unscanned' }
  throw new ScannerDownError('clamd gave an answer that is no verdict')
}

class Turns {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(concurrency: number) {
    this.#free = concurrency
  }

  /** @throws ScannerDownError */
  async take(signal: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else await this.#wait(signal)
    return () => this.#pass()
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const give = (): void => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = (): void => {
        this.#waiting.delete(give)
        reject(new ScannerDownError('clamd has no turn to give'))
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.add(give)
    })
  }

  #pass(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
