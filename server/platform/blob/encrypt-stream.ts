import type { EncryptionContext } from '../encryption/context.ts'
import type { BlobStore } from './blob-store.ts'
import { type StoredSegment, writeSegment } from './write-segment.ts'

/** A failure leaves no blob. @throws NoSpaceError */
export async function encryptStream(
  blobs: BlobStore,
  context: EncryptionContext,
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
