import {
  type BlobEntry,
  type BlobId,
  BlobNotFoundError,
  type BlobRange,
  type BlobStore,
  type BlobWriter,
  type LocalBlob,
} from './blob-store.ts'

interface Tiers {
  /** The disk answers at once. */
  readonly disk: BlobStore
  readonly remote: BlobStore
  readonly isNewOnDisk?: boolean
}

export class TieredBlobStore implements BlobStore {
  readonly #disk: BlobStore
  readonly #remote: BlobStore
  readonly #new: BlobStore

  constructor({ disk, remote, isNewOnDisk = false }: Tiers) {
    this.#disk = disk
    this.#remote = remote
    this.#new = isNewOnDisk ? disk : remote
  }

  create(id: BlobId): Promise<BlobWriter> {
    return this.#new.create(id)
  }

  read(id: BlobId, range: BlobRange): Promise<Buffer> {
    return this.#first((store) => store.read(id, range))
  }

  readWhole(id: BlobId, length: number): Promise<Buffer> {
    return this.#first((store) => store.readWhole(id, length))
  }

  async size(id: BlobId): Promise<number | undefined> {
    return (await this.#disk.size(id)) ?? this.#remote.size(id)
  }

  async remove(id: BlobId): Promise<void> {
    await this.#disk.remove(id)
    await this.#remote.remove(id)
  }

  /** A blob being moved appears twice. */
  async *list(): AsyncIterable<BlobEntry> {
    yield* this.#disk.list()
    yield* this.#remote.list()
  }

  local(id: BlobId): Promise<LocalBlob> {
    return this.#first((store) => store.local(id))
  }

  async #first<T>(ask: (store: BlobStore) => Promise<T>): Promise<T> {
    try {
      return await ask(this.#disk)
    } catch (error) {
      if (!(error instanceof BlobNotFoundError)) throw error
      return ask(this.#remote)
    }
  }
}
