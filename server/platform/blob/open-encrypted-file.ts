import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { BlobRange } from './blob-store.ts'
import { EncryptedFileReader } from './encrypted-file.ts'
import { readAt } from './file-bytes.ts'
import type { LocalEncryptedFile } from './sync-encrypted-file.ts'

export interface OpenEncryptedFile {
  readonly size: number
  stream(): Readable
  close(): Promise<void>
}

/** Open handles survive the removal of names. */
export async function openEncryptedFile({
  segments,
  context,
}: LocalEncryptedFile): Promise<OpenEncryptedFile> {
  const handles = new Map<string, FileHandle>()
  const close = async (): Promise<void> => {
    await Promise.all(Array.from(handles.values(), (handle) => handle.close()))
  }
  try {
    for (const { path } of segments) handles.set(path, await open(path, 'r'))
  } catch (error) {
    await close()
    throw error
  }
  const handleOf = (id: string): FileHandle => {
    const handle = handles.get(id)
    if (!handle) throw new RangeError('the sealed file has no such segment')
    return handle
  }
  const size = async (id: string): Promise<number> => (await handleOf(id).stat()).size
  const read = async (id: string, { offset, length }: BlobRange): Promise<Buffer> => {
    const bytes = await readAt(handleOf(id), offset, length)
    if (bytes.length < length) throw new RangeError('the sealed file ends before the range does')
    return bytes
  }
  const readWhole = async (id: string, length: number): Promise<Buffer> => {
    if ((await size(id)) !== length) throw new RangeError('the sealed file has another length')
    return read(id, { offset: 0, length })
  }
  const store = { size, read, readWhole }
  const reader = new EncryptedFileReader(store, {
    segments: segments.map(({ path, ...segment }) => ({ blobId: path, ...segment })),
    context,
  })
  return { size: reader.size, stream: () => reader.stream(), close }
}
