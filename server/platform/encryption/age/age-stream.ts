import { createCipheriv } from 'node:crypto'
import { payloadKey } from './age-header.ts'

/** Every chunk but the last has this many plaintext bytes (STREAM of age-encryption.org/v1). */
const CHUNK = 64 * 1024
const TAG = 16
const SEALED = CHUNK + TAG
export const AGE_NONCE_SIZE = 16
const COUNTER_SIZE = 11

/** `end` is exclusive. */
export interface AgeRange {
  readonly start: number
  readonly end: number
}

export interface AgePayload {
  readonly fileKey: Uint8Array
  readonly nonce: Uint8Array
  /** The size counts plaintext bytes. */
  readonly size: number
  readonly read: (span: AgeRange) => AsyncIterable<Uint8Array>
}

const chunksOf = (size: number): number => Math.max(1, Math.ceil(size / CHUNK))

/** Includes the nonce. @param size of the plaintext. */
export const ageSize = (size: number): number => AGE_NONCE_SIZE + size + chunksOf(size) * TAG

/** The payload starts with its nonce. The result is deterministic. */
export async function* ageRange(
  payload: AgePayload,
  { start, end }: AgeRange,
): AsyncGenerator<Uint8Array> {
  if (start < AGE_NONCE_SIZE && start < end)
    yield payload.nonce.subarray(start, Math.min(end, AGE_NONCE_SIZE))
  const from = Math.max(0, start - AGE_NONCE_SIZE)
  const to = end - AGE_NONCE_SIZE
  if (to <= from) return
  const first = Math.floor(from / SEALED)
  const last = Math.floor((to - 1) / SEALED)
  const key = payloadKey(payload.fileKey, payload.nonce)
  const span = { start: first * CHUNK, end: Math.min((last + 1) * CHUNK, payload.size) }
  let chunk = first
  for await (const plain of inChunks(payload.read(span))) {
    const encrypted = encryptChunk(key, chunk, chunk === chunksOf(payload.size) - 1, plain)
    const base = chunk * SEALED
    yield encrypted.subarray(Math.max(0, from - base), Math.min(encrypted.length, to - base))
    chunk += 1
  }
}

function encryptChunk(key: Uint8Array, chunk: number, isLast: boolean, plain: Uint8Array): Buffer {
  const nonce = Buffer.alloc(COUNTER_SIZE + 1)
  nonce.writeUIntBE(chunk, COUNTER_SIZE - 6, 6)
  nonce.writeUInt8(isLast ? 1 : 0, COUNTER_SIZE)
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

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
