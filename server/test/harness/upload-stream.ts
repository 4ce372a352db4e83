import { createCipheriv, createHash } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import type { SessionRecord } from './wire-client.ts'

const BOUNDARY = 'sealroom-upload-stream'
const CHUNK = 32 * 1024
const SLOW_MS = 3

/** mulberry32 is deterministic. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  size(from: number, to: number): number {
    return Math.round(from * (to / from) ** this.next())
  }
}

export interface SentFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
}

export function makeFiller(path: string, size: number): Buffer {
  const pdf = makePdf(1, path.replace(/[^\w.-]/g, '_'))
  const tail = `\n${/startxref\n\d+\n%%EOF\n$/.exec(Buffer.from(pdf).toString('latin1'))?.[0] ?? ''}`
  const stream = createCipheriv(
    'aes-128-ctr',
    createHash('md5').update(path).digest(),
    Buffer.alloc(16),
  )
  const noise = stream.update(Buffer.alloc(Math.max(1, size - pdf.length - tail.length - 1)))
  return Buffer.concat([pdf, Buffer.from('%'), noise, Buffer.from(tail)])
}

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

export class Upload {
  readonly files: readonly SentFile[]
  /** System buffers would hold a fast upload. */
  readonly slow: boolean
  /** `streaming`: bytes are missing. `sent`: the server may have committed. `acknowledged`: the answer names every file. */
  state: 'streaming' | 'sent' | 'acknowledged' = 'streaming'

  constructor(files: readonly SentFile[], slow: boolean) {
    this.files = files
    this.slow = slow
  }
}

export interface Progress {
  chunk(): Promise<void> | undefined
  sent(): void
  acknowledged(): void
}

/** Resolves on a broken connection too. @throws on an unsuccessful response */
export function send(
  url: string,
  session: SessionRecord,
  upload: Upload,
  progress: Progress,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${BASE_PATH}/room/api/file/upload`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${session.jwt}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
    })
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', ignore)
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        if (response.statusCode !== 200 || JSON.parse(text).payload.length !== upload.files.length)
          return reject(new Error(text))
        upload.state = 'acknowledged'
        progress.acknowledged()
        resolve()
      })
    })
    outgoing.once('finish', () => progress.sent())
    outgoing.on('error', ignore)
    outgoing.once('close', () => resolve())
    pipeline(
      Readable.from(bodyOf(session, upload, progress), { highWaterMark: 1 }),
      outgoing,
    ).catch(ignore)
  })
}

async function* bodyOf(
  session: SessionRecord,
  upload: Upload,
  progress: Progress,
): AsyncGenerator<string | Buffer> {
  for (const [name, value] of Object.entries({
    id: session.id,
    parent: 0,
    roomId: session.roomId,
    typeId: 4,
  })) {
    yield `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  }
  for (const { path, size } of upload.files) {
    yield `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${path}"\r\ncontent-type: application/pdf\r\n\r\n`
    const bytes = makeFiller(path, size)
    for (let at = 0; at < bytes.length; at += CHUNK) {
      await progress.chunk()
      if (upload.slow) await wait(SLOW_MS)
      yield bytes.subarray(at, at + CHUNK)
    }
    yield '\r\n'
  }
  upload.state = 'sent'
  yield `--${BOUNDARY}--\r\n`
}

function ignore(): void {}
