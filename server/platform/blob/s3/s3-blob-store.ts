import type { Clock } from '../../clock/clock.ts'
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
} from '../blob-store.ts'
import { openDiskBlobWriter } from '../disk-blob-writer.ts'
import type { BlobCache } from './blob-cache.ts'
import { checkMarker, type MarkedPrefix, markerKey } from './installation-marker.ts'
import { S3BlobWriter } from './s3-blob-writer.ts'
import type { S3Bucket } from './s3-bucket.ts'
import type { StorageClaim } from './storage-claim.ts'

const STALE_AFTER_MS = 24 * 60 * 60_000

interface S3Storage extends MarkedPrefix {
  readonly bucket: S3Bucket
  readonly cache: BlobCache
  readonly clock: Clock
  readonly claim: StorageClaim
  /** Servers draw claims when starting. */
  readonly isCommand?: boolean
}

/** Objects are `<prefix>blobs/<id>`. @throws StorageError for another installation's prefix. */
export async function openS3BlobStore(storage: S3Storage): Promise<S3BlobStore> {
  await checkMarker(storage)
  await storage.claim.enter({ draws: storage.isCommand !== true })
  const { bucket, prefix, clock } = storage
  await bucket.abandonUploads(`${prefix}blobs/`, new Date(clock.now().getTime() - STALE_AFTER_MS))
  return new S3BlobStore(storage)
}

export class S3BlobStore implements BlobStore {
  readonly #storage: S3Storage

  constructor(storage: S3Storage) {
    this.#storage = storage
  }

  async create(id: BlobId): Promise<BlobWriter> {
    requireBlobId(id)
    const { bucket, cache } = this.#storage
    const path = cache.partPath(id)
    return new S3BlobWriter(await openDiskBlobWriter(cache.partPath(id), path), {
      path,
      store: async (part, size) => {
        await bucket.putFile(this.#key(id), part, size)
        await cache.keep(id, part, size)
      },
    })
  }

  async read(id: BlobId, { offset, length }: BlobRange): Promise<Buffer> {
    const bytes = await this.#bytes(id, offset, length)
    if (bytes.length < length) throw new RangeError(`blob ${id} ends before the range does`)
    return bytes
  }

  async readWhole(id: BlobId, length: number): Promise<Buffer> {
    // The extra byte shows the end.
    const bytes = await this.#bytes(id, 0, length + 1)
    if (bytes.length !== length) throw new RangeError(`blob ${id} has another length`)
    return bytes
  }

  async size(id: BlobId): Promise<number | undefined> {
    const key = this.#requiredKey(id)
    return (await this.#storage.cache.size(id)) ?? this.#storage.bucket.size(key)
  }

  async remove(id: BlobId): Promise<void> {
    await this.#storage.claim.requireUnlost()
    await this.#storage.bucket.remove(this.#requiredKey(id))
    await this.#storage.cache.forget(id)
  }

  /** @throws StorageError if another installation owns the prefix. */
  async *list(): AsyncIterable<BlobEntry> {
    await checkMarker(this.#storage)
    await this.#storage.claim.require()
    const prefix = this.#key('')
    for await (const { key, storedAt } of this.#storage.bucket.list(prefix)) {
      const id = key.slice(prefix.length)
      if (isBlobId(id)) yield { id, storedAt }
    }
  }

  async local(id: BlobId): Promise<LocalBlob> {
    const key = this.#requiredKey(id)
    const { bucket, cache } = this.#storage
    const found = await cache.find(id)
    if (found !== undefined) return { path: found }
    const size = await bucket.size(key)
    if (size === undefined) throw new BlobNotFoundError(id)
    return cache.obtain(id, size, async (offset, length) => {
      const bytes = await bucket.get(key, offset, length)
      if (bytes?.length !== length) throw new BlobNotFoundError(id)
      return bytes
    })
  }

  async #bytes(id: BlobId, offset: number, length: number): Promise<Buffer> {
    const key = this.#requiredKey(id)
    const { bucket, cache } = this.#storage
    const cached = await cache.read(id, offset, length)
    if (cached) return cached
    // S3 has no empty ranges.
    const bytes =
      length > 0 ? await bucket.get(key, offset, length) : await this.#nothing(id, offset)
    if (bytes === undefined) throw new BlobNotFoundError(id)
    return bytes
  }

  async #nothing(id: BlobId, offset: number): Promise<Buffer | undefined> {
    const size = await this.size(id)
    if (size !== undefined && offset > size)
      throw new RangeError(`blob ${id} ends before the range does`)
    return size === undefined ? undefined : Buffer.alloc(0)
  }

  async forgetCached(id: BlobId): Promise<void> {
    await this.#storage.cache.forget(id)
  }

  /** @throws StorageError if another installation uses the prefix */
  async requireOwn(): Promise<void> {
    await this.#storage.claim.require()
  }

  /** @throws StorageUnavailableError */
  async ping(): Promise<void> {
    await this.#storage.bucket.size(markerKey(this.#storage.prefix))
  }

  #requiredKey(id: BlobId): string {
    requireBlobId(id)
    return this.#key(id)
  }

  #key(id: string): string {
    return `${this.#storage.prefix}blobs/${id}`
  }
}
