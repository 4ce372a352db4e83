import type { MultipartFile } from '@fastify/multipart'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { SegmentWriter } from '../../../platform/blob/write-segment.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { SpaceHeld } from '../upload/incoming-space.ts'

/** A client loses its connection beyond this excess. */
const OVERRUN_BYTES = 64_000_000

interface EncryptingPart {
  readonly space: Pick<SpaceHeld, 'take'>
  readonly signal: AbortSignal
}

/**
 * Reads oversized files to their end, so clients receive the answer.
 * @returns its size
 * @throws Refusal TOO_LARGE if it does not end, errors of space and writer
 */
export async function encryptPart(
  part: MultipartFile,
  writer: SegmentWriter,
  { space, signal }: EncryptingPart,
): Promise<number> {
  return readPart(part, signal, async (chunk) => {
    await space.take(chunk.length)
    await writer.write(chunk)
  })
}

/** @returns its size @throws Refusal as `encryptPart` */
export const drainPart = (part: MultipartFile, signal: AbortSignal): Promise<number> =>
  readPart(part, signal, async () => {})

async function readPart(
  part: MultipartFile,
  signal: AbortSignal,
  take: (chunk: Buffer) => Promise<void>,
): Promise<number> {
  let size = 0
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    size += chunk.length
    if (size > LIMITS.uploadBytes + OVERRUN_BYTES) throw new Refusal('TOO_LARGE')
    if (size <= LIMITS.uploadBytes) await take(chunk)
  }
  return size
}
