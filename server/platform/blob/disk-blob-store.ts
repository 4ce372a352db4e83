import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, opendir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../clock/clock.ts'
import { ensureDirectory, syncDirectory } from '../encryption/durable-files.ts'
import {
  type BlobEntry,
  type BlobId,
  BlobNotFoundError,
  type BlobRange,
  type BlobStore,
  type BlobWriter,
  isBlobId,
  type LocalBlob,
  requireBlobId,
} from './blob-store.ts'
import { openDiskBlobWriter, unlinkIfThere } from './disk-blob-writer.ts'
import { openIfThere, statIfThere } from './file-bytes.ts'

const STALE_AFTER_MS = 60 * 60 * 1000
const FAN_OUT = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))

/** Blobs are `<dataDir>/blobs/ab/<id>`, unfinished ones `<dataDir>/tmp/<id>.<random>`. */
export async function openDiskBlobStore(
  dataDir: string,
  clock: Clock,
  staleAfterMs = STALE_AFTER_MS,
): Promise<DiskBlobStore> {
  const blobs = join(dataDir, 'blobs')
  const temp = join(dataDir, 'tmp')
  await ensureDirectory(temp)
  await ensureDirectory(blobs)
  // A power loss could remove a new folder after a commit.
  await Promise.all(
    FAN_OUT.map((name) => mkdir(join(blobs, name), { recursive: true, mode: 0o700 })),
  )
  await syncDirectory(blobs)
  const store = new DiskBlobStore(blobs, temp, clock)
  await store.sweepTemp(staleAfterMs)
  return store
}

export class DiskBlobStore implements BlobStore {
  readonly #blobs: string
  readonly #temp: string
  readonly #clock: Clock

  constructor(blobs: string, temp: string, clock: Clock) {
    this.#blobs = blobs
    this.#temp = temp
    this.#clock = clock
  }

  async create(id: BlobId): Promise<BlobWriter> {
    const path = this.#path(id)
    return openDiskBlobWriter(join(this.#temp, `${id}.${randomUUID()}`), path)
  }

  async read(id: BlobId, { offset, length }: BlobRange): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length)
    if ((await this.#readInto(bytes, id, { offset, length })) < length)
      throw new RangeError(`blob ${id} ends before the range does`)
    return bytes
  }

  async readWhole(id: BlobId, length: number): Promise<Buffer> {
    // The extra byte shows the end.
    const bytes = Buffer.allocUnsafe(length + 1)
    if ((await this.#readInto(bytes, id, { offset: 0, length })) !== length)
      throw new RangeError(`blob ${id} has another length`)
    return bytes.subarray(0, length)
  }

  async #readInto(bytes: Buffer, id: BlobId, { offset, length }: BlobRange): Promise<number> {
    const file = await this.#open(id)
    try {
      let have = 0
      for (;;) {
        const { bytesRead } = await file.read(bytes, have, bytes.length - have, offset + have)
        have += bytesRead
        if (bytesRead === 0 || have >= length) return have
      }
    } finally {
      await file.close()
    }
  }

  async size(id: BlobId): Promise<number | undefined> {
    return (await statIfThere(this.#path(id)))?.size
  }

  async remove(id: BlobId): Promise<void> {
    const path = this.#path(id)
    if (await unlinkIfThere(path)) await syncDirectory(dirname(path))
  }

  async *list(): AsyncIterable<BlobEntry> {
    for (const fanOut of FAN_OUT) {
      for await (const { name } of await opendir(join(this.#blobs, fanOut))) {
        if (!isBlobId(name)) continue
        const file = await statIfThere(join(this.#blobs, fanOut, name))
        if (file !== undefined) yield { id: name, storedAt: file.mtime }
      }
    }
  }

  async local(id: BlobId): Promise<LocalBlob> {
    if ((await this.size(id)) === undefined) throw new BlobNotFoundError(id)
    return { path: this.#path(id) }
  }

  /** Younger files may belong to another process; 0 is safe only without one. */
  async sweepTemp(staleAfterMs: number): Promise<void> {
    const staleBefore = this.#clock.now().getTime() - staleAfterMs
    for (const name of await readdir(this.#temp)) {
      const path = join(this.#temp, name)
      const file = await statIfThere(path)
      if (file !== undefined && file.mtimeMs <= staleBefore) await unlinkIfThere(path)
    }
  }

  #path(id: BlobId): string {
    requireBlobId(id)
    return join(this.#blobs, id.slice(0, 2), id)
  }

  async #open(id: BlobId): Promise<FileHandle> {
    const file = await openIfThere(this.#path(id))
    if (!file) throw new BlobNotFoundError(id)
    return file
  }
}
