import { createCipheriv } from 'node:crypto'
import { payloadKey } from './age-header.ts'

/** Bytes of plaintext in a chunk, but for the last (STREAM of age-encryption.org/v1). */
const CHUNK = 64 * 1024
const TAG = 16
const SEALED = CHUNK + TAG
/** Bytes of the nonce from which the key of the payload comes. */
export const AGE_NONCE_SIZE = 16
const COUNTER_SIZE = 11

/** From `start` up to, not including, `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What is sealed, and under what. */
export interface AgePayload {
  readonly fileKey: Uint8Array
  readonly nonce: Uint8Array
  /** Bytes of plaintext. */
  readonly size: number
  /** Exactly these bytes of it, in pieces of any length. */
  readonly read: (span: Span) => AsyncIterable<Uint8Array>
}

/** How many chunks there are: one also where there is nothing to seal. */
const chunksOf = (size: number): number => Math.max(1, Math.ceil(size / CHUNK))

/** Bytes of a sealed payload, with its nonce. @param size of the plaintext. */
export const ageSize = (size: number): number => AGE_NONCE_SIZE + size + chunksOf(size) * TAG

/** Exactly these bytes of a payload, its nonce being the first; the same for the same span at any time. */
export async function* ageRange(payload: AgePayload, { start, end }: Span): AsyncGenerator<Uint8Array> {
  if (start < AGE_NONCE_SIZE && start < end) yield payload.nonce.subarray(start, Math.min(end, AGE_NONCE_SIZE))
  const from = Math.max(0, start - AGE_NONCE_SIZE)
  const to = end - AGE_NONCE_SIZE
  if (to <= from) return
  const first = Math.floor(from / SEALED)
  const last = Math.floor((to - 1) / SEALED)
  const key = payloadKey(payload.fileKey, payload.nonce)
  const span = { start: first * CHUNK, end: Math.min((last + 1) * CHUNK, payload.size) }
  let chunk = first
  for await (const plain of inChunks(payload.read(span))) {
    const sealed = sealChunk(key, chunk, chunk === chunksOf(payload.size) - 1, plain)
    const base = chunk * SEALED
    yield sealed.subarray(Math.max(0, from - base), Math.min(sealed.length, to - base))
    chunk += 1
  }
}

function sealChunk(key: Uint8Array, chunk: number, isLast: boolean, plain: Uint8Array): Buffer {
  const nonce = Buffer.alloc(COUNTER_SIZE + 1)
  nonce.writeUIntBE(chunk, COUNTER_SIZE - 6, 6)
  nonce.writeUInt8(isLast ? 1 : 0, COUNTER_SIZE)
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Pieces of a chunk each, the last one perhaps shorter; one of no bytes where nothing comes. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  let isEmpty = true
  for await (const piece of pieces) {
    waiting.push(piece)
    length += piece.length
    if (length < CHUNK) continue
    const joined = waiting.length === 1 ? piece : Buffer.concat(waiting, length)
    const whole = length - (length % CHUNK)
    for (let at = 0; at < whole; at += CHUNK) yield joined.subarray(at, at + CHUNK)
    isEmpty = false
    waiting = whole < length ? [joined.subarray(whole)] : []
    length -= whole
  }
  if (length > 0 || isEmpty) yield Buffer.concat(waiting, length)
}
