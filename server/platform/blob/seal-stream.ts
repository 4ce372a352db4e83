import type { SealingContext } from '../crypto/context.ts'
import type { BlobStore } from './blob-store.ts'
import { type StoredSegment, writeSegment } from './write-segment.ts'

/** Seals what comes as the only segment of a file. Whatever fails, no blob is left. @throws NoSpaceError where the disk is full. */
export async function sealStream(
  blobs: BlobStore,
  context: SealingContext,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StoredSegment> {
  const writer = await writeSegment(blobs, context, 0)
  try {
    for await (const piece of pieces) await writer.write(piece)
    return await writer.finish()
  } catch (error) {
    await writer.discard()
    throw error
  }
}
