import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Swift, startSwift } from '../../../../tools/servers/swift.mjs'
import { type BlobId, type BlobStore, newBlobId } from '../../../platform/blob/blob-store.ts'
import { BlobCache } from '../../../platform/blob/s3/blob-cache.ts'
import { openS3BlobStore, type S3BlobStore } from '../../../platform/blob/s3/s3-blob-store.ts'
import { S3Bucket } from '../../../platform/blob/s3/s3-bucket.ts'
import type { S3Access } from '../../../platform/blob/s3/s3-client.ts'
import { type ClaimBook, StorageClaim } from '../../../platform/blob/s3/storage-claim.ts'
import { silentLog } from '../../../platform/log/log.ts'
import { ManualClock } from '../../harness/clocks.ts'

const GB = 2 ** 30

interface OpenedStore {
  readonly prefix?: string
  readonly installationId?: string
  readonly access?: Partial<S3Access>
  readonly limit?: number
  readonly cache?: string
  readonly clock?: ManualClock
  readonly book?: ClaimBook
  readonly claim?: StorageClaim
  readonly isCommand?: boolean
}

/** Stores in one bucket of a real object storage, each below a prefix of its own unless one is given. */
export class S3Stores {
  readonly swift: Swift
  readonly bucket: string
  /** Of the test that runs: its caches and disks. */
  folder = ''
  readonly #clients: S3Bucket[] = []
  #prefixes = 0

  static async start(): Promise<S3Stores> {
    const swift = await startSwift()
    return new S3Stores(swift, await swift.createBucket())
  }

  constructor(swift: Swift, bucket: string) {
    this.swift = swift
    this.bucket = bucket
  }

  async begin(): Promise<void> {
    this.folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-s3-'))
  }

  async end(): Promise<void> {
    for (const each of this.#clients.splice(0)) each.close()
    await rm(this.folder, { recursive: true })
  }

  client(access: Partial<S3Access> = {}): S3Bucket {
    return this.closedAfter(new S3Bucket({ ...this.swift, bucket: this.bucket, ...access }))
  }

  closedAfter<Client extends S3Bucket>(client: Client): Client {
    this.#clients.push(client)
    return client
  }

  async open({
    prefix,
    installationId = 'ours',
    access,
    limit = GB,
    cache = 'cache',
    clock = new ManualClock(new Date()),
    book = WORDS,
    claim,
    isCommand = false,
  }: OpenedStore = {}): Promise<S3BlobStore> {
    this.#prefixes += 1
    const place = { bucket: this.client(access), prefix: prefix ?? `${this.#prefixes}/` }
    return openS3BlobStore({
      ...place,
      claim: claim ?? claimOf({ ...place, book }),
      installationId,
      cache: await this.#cacheOf(cache, limit, clock),
      clock,
      isCommand,
    })
  }

  async emptyCache(): Promise<void> {
    await rm(path.join(this.folder, 'cache'), { recursive: true })
    await this.#cacheOf('cache', GB, new ManualClock(new Date()))
  }

  #cacheOf(name: string, limit: number, clock: ManualClock): Promise<BlobCache> {
    return BlobCache.open({ folder: path.join(this.folder, name), limit, clock, log: silentLog })
  }
}

export async function put(store: BlobStore, bytes: Uint8Array): Promise<BlobId> {
  const id = newBlobId()
  const writer = await store.create(id)
  await writer.write(bytes)
  await writer.commit()
  return id
}

export async function idsOf(store: BlobStore): Promise<BlobId[]> {
  const ids: BlobId[] = []
  for await (const { id } of store.list()) ids.push(id)
  return ids
}

export const claimOf = (place: { bucket: S3Bucket; prefix: string; book: ClaimBook }) =>
  new StorageClaim({ ...place, log: silentLog })

export class Words implements ClaimBook {
  readonly #drawn: Set<string>

  constructor(original?: Words) {
    this.#drawn = new Set(original === undefined ? [] : original.#drawn)
  }

  async draw(): Promise<string> {
    const word = randomBytes(16).toString('hex')
    this.#drawn.add(word)
    return word
  }

  async knows(word: string): Promise<boolean> {
    return this.#drawn.has(word)
  }

  async newest(): Promise<string | undefined> {
    return [...this.#drawn].at(-1)
  }
}

const WORDS = new Words()
