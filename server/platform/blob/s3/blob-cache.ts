import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../clock/clock.ts'
import { ensureDirectory } from '../../encryption/durable-files.ts'
import type { Log } from '../../log/log.ts'
import { ArrivingBlob } from '../arriving-blob.ts'
import { type BlobId, isBlobId, type LocalBlob } from '../blob-store.ts'
import { unlinkIfThere } from '../disk-blob-writer.ts'
import { openIfThere, readAt, statIfThere, writeAt } from '../file-bytes.ts'

/** Readers open a received path within this time. */
const SPARED_MS = 2 * 60_000
const TOUCH_EVERY_MS = 30_000
/** The folder is listed again after adding a twentieth of the limit. */
const LOOK_EVERY = 20
const KEPT_SHARE = 0.9
const STALE_AFTER_MS = 60 * 60_000
const FETCHES_AT_ONCE = 6

export type Fetch = (offset: number, length: number) => Promise<Buffer>

export interface CacheUse {
  readonly bytes: number
  readonly hits: number
  readonly misses: number
}

interface CacheFolder {
  readonly folder: string
  /** Files being read are kept beyond this limit in bytes. */
  readonly limit: number
  readonly clock: Clock
  readonly log: Log
}

interface CachedBlobPart {
  readonly id: BlobId
  readonly part: string
  readonly size: number
}

/** A machine's processes share the encrypted files, evicting by modification time. Named files are complete. */
export class BlobCache {
  readonly #folder: string
  readonly #limit: number
  readonly #clock: Clock
  readonly #log: Log
  readonly #arriving = new Map<BlobId, Promise<LocalBlob>>()
  #addedBytes: number
  #bytes: number | undefined
  readonly #found = { hits: 0, misses: 0 }

  private constructor({ folder, limit, clock, log }: CacheFolder) {
    this.#folder = folder
    this.#limit = limit
    this.#clock = clock
    this.#log = log
    this.#addedBytes = limit
  }

  static async open(cache: CacheFolder): Promise<BlobCache> {
    await ensureDirectory(cache.folder)
    const opened = new BlobCache(cache)
    await opened.#removeStaleParts()
    return opened
  }

  async find(id: BlobId): Promise<string | undefined> {
    const path = join(this.#folder, id)
    const found = await statIfThere(path)
    this.#found[found === undefined ? 'misses' : 'hits'] += 1
    if (found === undefined) return undefined
    const now = this.#clock.now()
    if (now.getTime() - found.mtimeMs >= TOUCH_EVERY_MS)
      await utimes(path, now, now).catch(() => undefined)
    return path
  }

  async size(id: BlobId): Promise<number | undefined> {
    return (await statIfThere(join(this.#folder, id)))?.size
  }

  /** Returns undefined if not cached, fewer bytes at the end. */
  async read(id: BlobId, offset: number, length: number): Promise<Buffer | undefined> {
    const path = await this.find(id)
    const file = path === undefined ? undefined : await openIfThere(path)
    if (!file) return undefined
    try {
      return await readAt(file, offset, length)
    } finally {
      await file.close()
    }
  }

  obtain(id: BlobId, size: number, fetch: Fetch): Promise<LocalBlob> {
    const known = this.#arriving.get(id)
    if (known) return known
    const arriving = this.#start(id, size, fetch)
    this.#arriving.set(id, arriving)
    arriving.catch(() => this.#arriving.delete(id))
    return arriving
  }

  /** Other processes' changes count from the next listing. */
  async use(): Promise<CacheUse> {
    this.#bytes ??= sum(await this.#list())
    return { bytes: this.#bytes, ...this.#found }
  }

  partPath(id: BlobId): string {
    return join(this.#folder, `${id}.${randomUUID()}.part`)
  }

  /** @param part is durable. */
  async keep(id: BlobId, part: string, size: number): Promise<string> {
    const path = join(this.#folder, id)
    await rename(part, path)
    this.#addedBytes += size
    if (this.#bytes !== undefined) this.#bytes += size
    if (this.#addedBytes > this.#limit / LOOK_EVERY) await this.#evict()
    return path
  }

  async forget(id: BlobId): Promise<void> {
    await unlinkIfThere(join(this.#folder, id))
  }

  async #start(id: BlobId, size: number, fetch: Fetch): Promise<LocalBlob> {
    const part = this.partPath(id)
    const file = await open(part, 'wx', 0o600)
    await file.truncate(size)
    const arriving = new ArrivingBlob(size)
    void this.#fill({ id, part, size }, file, arriving, fetch).finally(() =>
      this.#arriving.delete(id),
    )
    return { path: join(this.#folder, id), arriving: { path: part, blocks: arriving.blocks } }
  }

  async #fill(
    { id, part, size }: CachedBlobPart,
    file: FileHandle,
    arriving: ArrivingBlob,
    fetch: Fetch,
  ): Promise<void> {
    const lane = async (): Promise<void> => {
      for (let range = arriving.claim(); range; range = arriving.claim()) {
        await writeAt(file, await fetch(range.offset, range.length), range.offset)
        arriving.arrived(range)
      }
    }
    try {
      await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, lane))
      // A truncated file would look like tampering.
      await file.sync()
      await file.close()
      await this.keep(id, part, size)
      arriving.end()
    } catch (error) {
      this.#log.error(
        { err: error, blob: id },
        'a document does not arrive from the object storage',
      )
      arriving.fail()
      await file.close().catch(() => undefined)
      await unlinkIfThere(part)
    }
  }

  async #evict(): Promise<void> {
    this.#addedBytes = 0
    const files = await this.#list()
    let bytes = sum(files)
    this.#bytes = bytes
    if (bytes <= this.#limit) return
    const sparedSince = this.#clock.now().getTime() - SPARED_MS
    for (const { path, size, mtimeMs } of files.sort((one, other) => one.mtimeMs - other.mtimeMs)) {
      if (bytes <= this.#limit * KEPT_SHARE || mtimeMs > sparedSince) return
      if (await unlinkIfThere(path)) bytes -= size
      this.#bytes = bytes
    }
  }

  async #list(): Promise<CachedFile[]> {
    const files: CachedFile[] = []
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      const found = isBlobId(name) ? await statIfThere(path) : undefined
      if (found) files.push({ path, size: found.size, mtimeMs: found.mtimeMs })
    }
    return files
  }

  async #removeStaleParts(): Promise<void> {
    const before = this.#clock.now().getTime() - STALE_AFTER_MS
    for (const name of await readdir(this.#folder)) {
      if (!name.endsWith('.part')) continue
      const found = await statIfThere(join(this.#folder, name))
      if (found && found.mtimeMs < before) await unlinkIfThere(join(this.#folder, name))
    }
  }
}

interface CachedFile {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

const sum = (files: readonly CachedFile[]): number =>
  files.reduce((bytes, { size }) => bytes + size, 0)
