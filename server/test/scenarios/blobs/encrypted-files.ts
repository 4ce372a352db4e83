import type { BlobStore } from '../../../platform/blob/blob-store.ts'
import { type EncryptedFile, EncryptedFileReader } from '../../../platform/blob/encrypted-file.ts'
import { SyncEncryptedFile } from '../../../platform/blob/sync-encrypted-file.ts'
import { type StoredSegment, writeSegment } from '../../../platform/blob/write-segment.ts'
import type { EncryptionContext } from '../../../platform/encryption/context.ts'

export const context: EncryptionContext = {
  room: '0b8f3d8e-3a55-4c52-9d0a-6f2f7a1d5c11',
  file: 'f1',
  fileVersion: 1,
  purpose: 'content',
}

export const MiB = 1024 * 1024

export async function seal(
  store: BlobStore,
  pieces: readonly Uint8Array[],
  segment = 0,
  where = context,
): Promise<StoredSegment> {
  const writer = await writeSegment(store, where, segment)
  for (const piece of pieces) await writer.write(piece)
  return await writer.finish()
}

export async function encryptFile(
  store: BlobStore,
  contents: readonly Uint8Array[],
  where = context,
): Promise<EncryptedFile> {
  const segments: StoredSegment[] = []
  for (const [segment, content] of contents.entries())
    segments.push(await seal(store, [content], segment, where))
  return { segments, context: where }
}

export async function openLocally(
  store: BlobStore,
  { segments, context: where }: EncryptedFile,
): Promise<SyncEncryptedFile> {
  const local = segments.map(async ({ blobId, key, size }) => ({
    ...(await store.local(blobId)),
    key,
    size,
  }))
  return new SyncEncryptedFile(
    structuredClone({ segments: await Promise.all(local), context: where }),
  )
}

export const loaded = async (store: BlobStore, file: EncryptedFile): Promise<Buffer> =>
  Buffer.concat([...(await new EncryptedFileReader(store, file).load())])
