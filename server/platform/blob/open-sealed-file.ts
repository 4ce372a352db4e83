import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { BlobRange } from './blob-store.ts'
import { SealedFileReader } from './sealed-file.ts'
import type { LocalSealedFile, LocalSegment } from './sync-sealed-file.ts'

/** A sealed file that is held open. */
export interface OpenSealedFile {
  /** Bytes of plaintext. */
  readonly size: number
  /** The whole of it, in constant memory; a SealError destroys the stream. */
  stream(): Readable
  close(): Promise<void>
}

/** Opens a sealed file of one segment on the local disk: it stays readable when its name is gone. */
export async function openSealedFile({
  segments: [segment],
  context,
}: LocalSealedFile & { readonly segments: readonly [LocalSegment] }): Promise<OpenSealedFile> {
  const handle = await open(segment.path, 'r')
  const size = async (): Promise<number> => (await handle.stat()).size
  const read = async (_id: string, { offset, length }: BlobRange): Promise<Buffer> => {
    const bytes = Buffer.allocUnsafeSlow(length)
    let have = 0
    while (have < length) {
      const { bytesRead } = await handle.read(bytes, have, length - have, offset + have)
      if (bytesRead === 0) throw new RangeError('the sealed file ends before the range does')
      have += bytesRead
    }
    return bytes
  }
  const readWhole = async (id: string, length: number): Promise<Buffer> => {
    if ((await size()) !== length) throw new RangeError('the sealed file has another length')
    return read(id, { offset: 0, length })
  }
  const store = { size, read, readWhole }
  const reader = new SealedFileReader(store, { segments: [{ blobId: '', key: segment.key, size: segment.size }], context })
  return { size: reader.size, stream: () => reader.stream(), close: () => handle.close() }
}
