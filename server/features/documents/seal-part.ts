import type { MultipartFile } from '@fastify/multipart'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { SegmentWriter } from '../../platform/blob/write-segment.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { SpaceHeld } from './incoming-space.ts'

/** What may still come of a file that is too large before the connection is ended. */
const OVERRUN_BYTES = 64_000_000

interface SealingPart {
  /** Of the room, for the bytes of the file. */
  readonly space: Pick<SpaceHeld, 'take'>
  readonly signal: AbortSignal
}

/**
 * Seals a file as it comes in. @returns its size; what is too large was read to its end, so that whoever sends it hears the answer, and is not
 * whole. @throws Refusal TOO_LARGE where it does not end; the signal's reason; what the space and the writer throw.
 */
export async function sealPart(part: MultipartFile, writer: SegmentWriter, { space, signal }: SealingPart): Promise<number> {
  return readPart(part, signal, async (chunk) => {
    await space.take(chunk.length)
    await writer.write(chunk)
  })
}

/** Lets a refused file pass by, so that what is behind it is still received. @returns its size. @throws as `sealPart`. */
export const drainPart = (part: MultipartFile, signal: AbortSignal): Promise<number> => readPart(part, signal, async () => {})

async function readPart(part: MultipartFile, signal: AbortSignal, take: (chunk: Buffer) => Promise<void>): Promise<number> {
  let size = 0
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    size += chunk.length
    if (size > LIMITS.uploadBytes + OVERRUN_BYTES) throw new Refusal('TOO_LARGE')
    if (size <= LIMITS.uploadBytes) await take(chunk)
  }
  return size
}
