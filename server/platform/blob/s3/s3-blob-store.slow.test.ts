import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { lackingSwift, type Swift, startSwift } from '../../../../tools/servers/swift.mjs'
import { ManualClock } from '../../../test/harness/clocks.ts'
import { describeWith } from '../../../test/harness/needs.ts'
import { startCuttingProxy } from '../../../test/servers/cutting-proxy.ts'
import { silentLog } from '../../log/log.ts'
import { whenWhole } from '../arriving-blob.ts'
import { describeBlobStore } from '../blob-store.conformance.ts'
import { type BlobId, type BlobStore, newBlobId, StorageUnavailableError } from '../blob-store.ts'
import { openDiskBlobStore } from '../disk-blob-store.ts'
import { moveBlobs } from '../move-blobs.ts'
import { TieredBlobStore } from '../tiered-blob-store.ts'
import { BlobCache } from './blob-cache.ts'
import { openS3BlobStore, type S3BlobStore } from './s3-blob-store.ts'
import { S3Bucket } from './s3-bucket.ts'
import type { S3Access } from './s3-client.ts'
import { type ClaimBook, StorageClaim } from './storage-claim.ts'
import { asStorageError, StorageError } from './storage-error.ts'

const GB = 2 ** 30

describeWith('blobs in an object storage', lackingSwift, () => {
  let swift: Swift
  let bucket: string
  let folder: string
  const buckets: S3Bucket[] = []
  let prefixes = 0

  beforeAll(async () => {
    swift = await startSwift()
    bucket = await swift.createBucket()
  }, 120_000)
  afterAll(() => swift.stop())
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-s3-'))
  })
  afterEach(async () => {
    for (const each of buckets.splice(0)) each.close()
    await rm(folder, { recursive: true })
  })

  interface Opened {
    readonly prefix?: string
    readonly installationId?: string
    readonly access?: Partial<S3Access>
    readonly limit?: number
    readonly cache?: string
    readonly clock?: ManualClock
    readonly book?: Words
    readonly claim?: StorageClaim
    readonly isCommand?: boolean
  }
  async function open({
    prefix,
    installationId = 'ours',
    access,
    limit = GB,
    cache = 'cache',
    clock,
    book,
    claim,
    isCommand = false,
  }: Opened = {}): Promise<S3BlobStore> {
    prefixes += 1
    const client = new S3Bucket({ ...swift, bucket, ...access })
    buckets.push(client)
    const time = clock ?? new ManualClock(new Date())
    const place = { bucket: client, prefix: prefix ?? `${prefixes}/` }
    return openS3BlobStore({
      ...place,
      claim: claim ?? claimOf({ ...place, book: book ?? WORDS }),
      installationId,
      cache: await BlobCache.open({ folder: path.join(folder, cache), limit, clock: time, log: silentLog }),
      clock: time,
      isCommand,
    })
  }
  const put = async (store: BlobStore, bytes: Uint8Array): Promise<BlobId> => {
    const id = newBlobId()
    const writer = await store.create(id)
    await writer.write(bytes)
    await writer.commit()
    return id
  }
  const emptyCache = () =>
    rm(path.join(folder, 'cache'), { recursive: true }).then(() =>
      BlobCache.open({ folder: path.join(folder, 'cache'), limit: GB, clock: new ManualClock(new Date()), log: silentLog }),
    )

  describeBlobStore('S3', async () => ({ store: await open(), close: async () => undefined }))

  it('stores large blobs in parts, and reads them without a cache as with one', async () => {
    const store = await open()
    const whole = randomBytes(40_000_000)
    const id = await put(store, whole)
    await emptyCache()
    expect(await store.size(id)).toBe(whole.length)
    expect((await store.read(id, { offset: 8_388_600, length: 100 })).equals(whole.subarray(8_388_600, 8_388_700))).toBe(true)
    expect((await store.readWhole(id, whole.length)).equals(whole)).toBe(true)
    expect(await readdir(path.join(folder, 'cache'))).toEqual([])
    const copies = await Promise.all([store.local(id), store.local(id), store.local(id)])
    expect(new Set(copies.map(({ arriving }) => arriving?.path)).size).toBe(1)
    for (const copy of copies) expect((await readFile(await whenWhole(copy))).equals(whole)).toBe(true)
    expect((await store.local(id)).arriving).toBeUndefined()
    expect(await readdir(path.join(folder, 'cache'))).toEqual([id])
  })

  it('keeps within the limit of its cache what was used last, and what is being read', async () => {
    const clock = new ManualClock(new Date())
    const store = await open({ limit: 5_000_000, clock })
    const ids: BlobId[] = []
    for (let n = 0; n < 8; n += 1) {
      clock.advance(60_000)
      ids.push(await put(store, randomBytes(1_000_000)))
      await store.local(ids[0] ?? '')
    }
    const kept = await readdir(path.join(folder, 'cache'))
    expect(kept).toContain(ids[0])
    expect(kept).toContain(ids[7])
    expect(kept).not.toContain(ids[1])
    expect(kept.length).toBeLessThanOrEqual(5)
    for (const id of ids) expect((await readFile(await whenWhole(await store.local(id)))).length).toBe(1_000_000)
  })

  it('refuses a prefix of another installation, also before a sweep, and documents whose marker is gone', async () => {
    const prefix = 'shared/room/'
    const store = await open({ prefix })
    const id = await put(store, randomBytes(10))
    await expect(open({ prefix, installationId: 'theirs' })).rejects.toThrow(/belongs to another installation/)
    expect(await (await open({ prefix, cache: 'other' })).size(id)).toBe(10)
    const client = buckets[0]
    await client?.put(`${prefix}sealroom-installation`, Buffer.from('theirs'))
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toThrow(StorageError)
    await client?.remove(`${prefix}sealroom-installation`)
    await expect(open({ prefix })).rejects.toThrow(/is gone/)
  })

  const claimOf = (place: { bucket: S3Bucket; prefix: string; book: Words }) => new StorageClaim({ ...place, log: silentLog })

  it('refuses a copy of the database that lacks its newest claim, and changes nothing for it', async () => {
    const [prefix, book] = ['copied/', new Words()]
    const store = await open({ prefix, book })
    const id = await put(store, randomBytes(10))
    const copy = new Words(book)
    await open({ prefix, book })
    const client = buckets[0] as S3Bucket
    const before = await client.get(`${prefix}sealroom-claim`, 0, 100)
    await expect(open({ prefix, book: copy })).rejects.toThrow(/another copy of this database.*storage claim/)
    expect(await client.get(`${prefix}sealroom-claim`, 0, 100)).toEqual(before)
    expect(await idsOf(store)).toEqual([id])
    await claimOf({ bucket: client, prefix, book: copy }).take()
    await expect(idsOf(store)).rejects.toThrow(StorageError)
    await expect(open({ prefix, book })).rejects.toThrow(/another copy of this database/)
    expect(await idsOf(await open({ prefix, book: copy, cache: 'other' }))).toEqual([id])
  })

  it('removes nothing while two copies of a database serve, until one of them is claimed and the other is gone', async () => {
    const [prefix, book] = ['contested/', new Words()]
    const client = new S3Bucket({ ...swift, bucket })
    buckets.push(client)
    const claim = claimOf({ bucket: client, prefix, book })
    const store = await open({ prefix, book, claim })
    const id = await put(store, randomBytes(10))
    const copy = new Words(book)
    const claimOfCopy = claimOf({ bucket: client, prefix, book: copy })
    const storeOfCopy = await open({ prefix, book: copy, claim: claimOfCopy, cache: 'other' })
    await claim.renew()
    await claimOfCopy.renew()
    for (const each of [store, storeOfCopy]) {
      await expect(idsOf(each)).rejects.toThrow(/another copy of this database/)
      await expect(each.remove(id)).rejects.toThrow(StorageUnavailableError)
      expect((await each.readWhole(id, 10)).length).toBe(10)
    }
    for (const each of [book, copy]) await expect(open({ prefix, book: each })).rejects.toThrow(/another copy of this database/)
    await claimOf({ bucket: client, prefix, book }).take()
    await claim.renew()
    expect(await idsOf(store)).toEqual([id])
    await store.remove(id)
    expect(await idsOf(store)).toEqual([])
  })

  it('looks for former versions on all pages, and says where it gave up', async () => {
    const client = new S3Bucket({ ...swift, bucket })
    buckets.push(client)
    for (const name of ['1', '2', '3']) await client.put(`versions/${name}`, randomBytes(10))
    expect(await client.keepsFormer('versions/', { most: 4, size: 1 })).toBe('no')
    expect(await client.keepsFormer('versions/', { most: 2, size: 1 })).toBe('unfinished')
    expect(await client.keepsFormer('versions/')).toBe('no')
  })

  it('draws a word before a command removes, so that a command of a copy removes nothing', async () => {
    const [prefix, book] = ['commands/', new Words()]
    const id = await put(await open({ prefix, book }), randomBytes(10))
    const copy = new Words(book)
    const command = await open({ prefix, book, isCommand: true })
    const ofCopy = await open({ prefix, book: copy, isCommand: true, cache: 'other' })
    await command.remove(newBlobId())
    await expect(ofCopy.remove(id)).rejects.toThrow(StorageUnavailableError)
    await expect(ofCopy.requireOwn()).rejects.toThrow(StorageError)
    expect((await ofCopy.readWhole(id, 10)).length).toBe(10)
  })

  it('puts the newest word after a write that was held up, and nothing over a contested prefix or a claim made meanwhile', async () => {
    const [prefix, book] = ['late/', new Words()]
    const client = new S3Bucket({ ...swift, bucket })
    buckets.push(client)
    const said = async () => String(await client.get(`${prefix}sealroom-claim`, 0, 100))
    const [store, claim] = [await open({ prefix, book }), claimOf({ bucket: client, prefix, book })]
    await put(store, randomBytes(10))
    await claimOf({ bucket: client, prefix, book: new Late(book) }).renew()
    expect(await said()).toBe(await book.newest())

    const lost = new Words()
    const puts = new CountingBucket({ ...swift, bucket })
    buckets.push(puts)
    const claimOfLost = claimOf({ bucket: puts, prefix, book: lost })
    puts.afterGet = async () => client.put(`${prefix}sealroom-claim`, Buffer.from(await lost.draw()))
    await claimOfLost.renew()
    expect([puts.puts, await said()]).toEqual([0, await lost.newest()])
    await claim.renew()
    expect(await said()).toBe('contested')
    await claimOf({ bucket: puts, prefix, book: new Words() }).renew()
    expect(puts.puts).toBe(0)
  })

  it.each<readonly [string, Partial<S3Access>, RegExp]>([
    ['a wrong secret', { secretAccessKey: 'wrong' }, /^S3_SECRET_ACCESS_KEY/],
    ['an unknown key', { accessKeyId: 'test:nobody' }, /^S3_(ACCESS_KEY_ID|SECRET_ACCESS_KEY)/],
    ['a bucket that is not there', { bucket: 'not-there' }, /^STORAGE_URL: the bucket does not exist/],
    ['an endpoint where nobody is', { endpoint: 'http://127.0.0.1:9' }, /^S3_ENDPOINT: nothing answers/],
    ['a name that nobody has', { endpoint: 'http://storage.invalid' }, /^S3_ENDPOINT/],
  ])('says for %s what to correct, and no secret', async (_, access, sentence) => {
    const error = await open({ access }).catch((caught: unknown) => asStorageError(caught))
    expect(error).toBeInstanceOf(StorageError)
    expect((error as StorageError).message).toMatch(sentence)
    expect((error as StorageError).message).not.toMatch(/testing|wrong/)
  })

  it('goes on where connections are cut in the middle of an answer', async () => {
    const whole = randomBytes(20_000_000)
    const id = await put(await open({ prefix: 'cut/' }), whole)
    await emptyCache()
    const proxy = await startCuttingProxy(swift.endpoint)
    try {
      const store = await open({ prefix: 'cut/', access: { endpoint: proxy.endpoint } })
      proxy.cut(3, 1_000_000)
      expect((await readFile(await whenWhole(await store.local(id)))).equals(whole)).toBe(true)
      expect(proxy.left()).toBe(0)
    } finally {
      proxy.close()
    }
  })

  it('leaves no cut file behind where the storage ends meanwhile', async () => {
    const id = await put(await open({ prefix: 'end/' }), randomBytes(20_000_000))
    await emptyCache()
    const proxy = await startCuttingProxy(swift.endpoint)
    try {
      const store = await open({ prefix: 'end/', access: { endpoint: proxy.endpoint } })
      proxy.cut(Number.POSITIVE_INFINITY, 100_000)
      for (const read of [async () => whenWhole(await store.local(id)), () => store.readWhole(id, 20_000_000)])
        await expect(read()).rejects.toThrow(StorageUnavailableError)
      proxy.close()
      await expect(store.read(id, { offset: 0, length: 10 })).rejects.toThrow(StorageUnavailableError)
      await expect(put(store, randomBytes(10))).rejects.toThrow(StorageUnavailableError)
      expect(await readdir(path.join(folder, 'cache'))).toEqual([])
    } finally {
      proxy.close()
    }
  })

  it('brings blobs from the disk to the storage and back while they are read, and goes on after a stop', async () => {
    const clock = new ManualClock(new Date())
    const disk = await openDiskBlobStore(folder, clock)
    const remote = await open()
    const store = new TieredBlobStore({ disk, remote })
    const blobs = new Map<BlobId, Buffer>()
    for (const size of [0, 1, 1_000, 100_000, 9_000_000]) {
      const bytes = randomBytes(size)
      blobs.set(await put(disk, bytes), bytes)
    }
    const gone = [...blobs.keys()][1] ?? ''
    const readable = async () => {
      for (const [id, bytes] of blobs) expect((await store.readWhole(id, bytes.length)).equals(bytes)).toBe(true)
    }
    const copied = [...blobs.keys()][3] ?? ''
    const writer = await remote.create(copied)
    await writer.write(blobs.get(copied) ?? Buffer.alloc(0))
    await writer.commit()
    await readable()
    expect(await moveBlobs({ from: disk, to: remote, graceMs: 0, reread: (id) => remote.forgetCached(id) })).toEqual({
      moved: blobs.size,
      bytes: 9_101_001,
    })
    expect(await idsOf(disk)).toEqual([])
    await emptyCache()
    await readable()
    await store.remove(gone)
    blobs.delete(gone)
    expect((await moveBlobs({ from: remote, to: disk, graceMs: 0 })).moved).toBe(blobs.size)
    expect(await idsOf(remote)).toEqual([])
    await readable()
    expect((await idsOf(store)).sort()).toEqual([...blobs.keys()].sort())
  })
})

class Words implements ClaimBook {
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

/** Another node draws before this one's write. */
class Late extends Words {
  readonly #shared: Words

  constructor(shared: Words) {
    super()
    this.#shared = shared
  }

  override async draw(): Promise<string> {
    const word = await this.#shared.draw()
    await this.#shared.draw()
    return word
  }

  override knows(word: string): Promise<boolean> {
    return this.#shared.knows(word)
  }

  override newest(): Promise<string | undefined> {
    return this.#shared.newest()
  }
}

class CountingBucket extends S3Bucket {
  puts = 0
  afterGet: (() => Promise<void>) | undefined

  override async put(key: string, bytes: Uint8Array): Promise<void> {
    this.puts += 1
    await super.put(key, bytes)
  }

  override async find(...asked: Parameters<S3Bucket['find']>): ReturnType<S3Bucket['find']> {
    const found = await super.find(...asked)
    const { afterGet } = this
    this.afterGet = undefined
    await afterGet?.()
    return found
  }
}

async function idsOf(store: BlobStore): Promise<BlobId[]> {
  const ids: BlobId[] = []
  for await (const { id } of store.list()) ids.push(id)
  return ids
}
