import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { lackingSwift } from '../../../../tools/servers/swift.mjs'
import { ManualClock } from '../../../test/harness/clocks.ts'
import { describeWith } from '../../../test/harness/needs.ts'
import { idsOf, put, S3Stores } from '../../../test/scenarios/blobs/s3-stores.ts'
import { startCuttingProxy } from '../../../test/servers/cutting-proxy.ts'
import { whenWhole } from '../arriving-blob.ts'
import { describeBlobStore } from '../blob-store.conformance.ts'
import { type BlobId, StorageUnavailableError } from '../blob-store.ts'
import { openDiskBlobStore } from '../disk-blob-store.ts'
import { moveBlobs } from '../move-blobs.ts'
import { TieredBlobStore } from '../tiered-blob-store.ts'
import type { S3Access } from './s3-client.ts'
import { asStorageError, StorageError } from './storage-error.ts'

describeWith('blobs in an object storage', lackingSwift, () => {
  let stores: S3Stores
  beforeAll(async () => {
    stores = await S3Stores.start()
  }, 120_000)
  afterAll(() => stores.swift.stop())
  beforeEach(() => stores.begin())
  afterEach(() => stores.end())

  describeBlobStore('S3', async () => ({
    store: await stores.open(),
    close: async () => undefined,
  }))

  it('stores large blobs in parts, and reads them without a cache as with one', async () => {
    const store = await stores.open()
    const whole = randomBytes(40_000_000)
    const id = await put(store, whole)
    await stores.emptyCache()
    expect(await store.size(id)).toBe(whole.length)
    expect(
      (await store.read(id, { offset: 8_388_600, length: 100 })).equals(
        whole.subarray(8_388_600, 8_388_700),
      ),
    ).toBe(true)
    expect((await store.readWhole(id, whole.length)).equals(whole)).toBe(true)
    expect(await readdir(path.join(stores.folder, 'cache'))).toEqual([])
    const copies = await Promise.all([store.local(id), store.local(id), store.local(id)])
    expect(new Set(copies.map(({ arriving }) => arriving?.path)).size).toBe(1)
    for (const copy of copies)
      expect((await readFile(await whenWhole(copy))).equals(whole)).toBe(true)
    expect((await store.local(id)).arriving).toBeUndefined()
    expect(await readdir(path.join(stores.folder, 'cache'))).toEqual([id])
  })

  it('keeps within the limit of its cache what was used last, and what is being read', async () => {
    const clock = new ManualClock(new Date())
    const store = await stores.open({ limit: 5_000_000, clock })
    const ids: BlobId[] = []
    for (let n = 0; n < 8; n += 1) {
      clock.advance(60_000)
      ids.push(await put(store, randomBytes(1_000_000)))
      await store.local(ids[0] ?? '')
    }
    const kept = await readdir(path.join(stores.folder, 'cache'))
    expect(kept).toContain(ids[0])
    expect(kept).toContain(ids[7])
    expect(kept).not.toContain(ids[1])
    expect(kept.length).toBeLessThanOrEqual(5)
    for (const id of ids)
      expect((await readFile(await whenWhole(await store.local(id)))).length).toBe(1_000_000)
  })

  it('refuses a prefix of another installation, also before a sweep, and documents whose marker is gone', async () => {
    const prefix = 'shared/room/'
    const store = await stores.open({ prefix })
    const id = await put(store, randomBytes(10))
    await expect(stores.open({ prefix, installationId: 'theirs' })).rejects.toThrow(
      /belongs to another installation/,
    )
    expect(await (await stores.open({ prefix, cache: 'other' })).size(id)).toBe(10)
    const client = stores.client()
    await client.put(`${prefix}sealroom-installation`, Buffer.from('theirs'))
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toThrow(StorageError)
    await client.remove(`${prefix}sealroom-installation`)
    await expect(stores.open({ prefix })).rejects.toThrow(/is gone/)
  })

  it('looks for former versions on all pages, and says where it gave up', async () => {
    const client = stores.client()
    for (const name of ['1', '2', '3']) await client.put(`versions/${name}`, randomBytes(10))
    expect(await client.keepsFormer('versions/', { most: 4, size: 1 })).toBe('no')
    expect(await client.keepsFormer('versions/', { most: 2, size: 1 })).toBe('unfinished')
    expect(await client.keepsFormer('versions/')).toBe('no')
  })

  it.each<readonly [string, Partial<S3Access>, RegExp]>([
    ['a wrong secret', { secretAccessKey: 'wrong' }, /^S3_SECRET_ACCESS_KEY/],
    ['an unknown key', { accessKeyId: 'test:nobody' }, /^S3_(ACCESS_KEY_ID|SECRET_ACCESS_KEY)/],
    [
      'a bucket that is not there',
      { bucket: 'not-there' },
      /^STORAGE_URL: the bucket does not exist/,
    ],
    [
      'an endpoint where nobody is',
      { endpoint: 'http://127.0.0.1:9' },
      /^S3_ENDPOINT: nothing answers/,
    ],
    ['a name that nobody has', { endpoint: 'http://storage.invalid' }, /^S3_ENDPOINT/],
  ])('says for %s what to correct, and no secret', async (_, access, sentence) => {
    const error = await stores.open({ access }).catch((caught: unknown) => asStorageError(caught))
    expect(error).toBeInstanceOf(StorageError)
    expect((error as StorageError).message).toMatch(sentence)
    expect((error as StorageError).message).not.toMatch(/testing|wrong/)
  })

  it('goes on where connections are cut in the middle of an answer', async () => {
    const whole = randomBytes(20_000_000)
    const id = await put(await stores.open({ prefix: 'cut/' }), whole)
    await stores.emptyCache()
    const proxy = await startCuttingProxy(stores.swift.endpoint)
    try {
      const store = await stores.open({ prefix: 'cut/', access: { endpoint: proxy.endpoint } })
      proxy.cut(3, 1_000_000)
      expect((await readFile(await whenWhole(await store.local(id)))).equals(whole)).toBe(true)
      expect(proxy.left()).toBe(0)
    } finally {
      proxy.close()
    }
  })

  it('leaves no cut file behind where the storage ends meanwhile', async () => {
    const id = await put(await stores.open({ prefix: 'end/' }), randomBytes(20_000_000))
    await stores.emptyCache()
    const proxy = await startCuttingProxy(stores.swift.endpoint)
    try {
      const store = await stores.open({ prefix: 'end/', access: { endpoint: proxy.endpoint } })
      proxy.cut(Number.POSITIVE_INFINITY, 100_000)
      for (const read of [
        async () => whenWhole(await store.local(id)),
        () => store.readWhole(id, 20_000_000),
      ])
        await expect(read()).rejects.toThrow(StorageUnavailableError)
      proxy.close()
      await expect(store.read(id, { offset: 0, length: 10 })).rejects.toThrow(
        StorageUnavailableError,
      )
      await expect(put(store, randomBytes(10))).rejects.toThrow(StorageUnavailableError)
      expect(await readdir(path.join(stores.folder, 'cache'))).toEqual([])
    } finally {
      proxy.close()
    }
  })

  it('brings blobs from the disk to the storage and back while they are read, and goes on after a stop', async () => {
    const clock = new ManualClock(new Date())
    const disk = await openDiskBlobStore(stores.folder, clock)
    const remote = await stores.open()
    const store = new TieredBlobStore({ disk, remote })
    const blobs = new Map<BlobId, Buffer>()
    for (const size of [0, 1, 1_000, 100_000, 9_000_000]) {
      const bytes = randomBytes(size)
      blobs.set(await put(disk, bytes), bytes)
    }
    const gone = [...blobs.keys()][1] ?? ''
    const readable = async () => {
      for (const [id, bytes] of blobs)
        expect((await store.readWhole(id, bytes.length)).equals(bytes)).toBe(true)
    }
    const copied = [...blobs.keys()][3] ?? ''
    const writer = await remote.create(copied)
    await writer.write(blobs.get(copied) ?? Buffer.alloc(0))
    await writer.commit()
    await readable()
    expect(
      await moveBlobs({
        from: disk,
        to: remote,
        graceMs: 0,
        reread: (id) => remote.forgetCached(id),
      }),
    ).toEqual({
      moved: blobs.size,
      bytes: 9_101_001,
    })
    expect(await idsOf(disk)).toEqual([])
    await stores.emptyCache()
    await readable()
    await store.remove(gone)
    blobs.delete(gone)
    expect((await moveBlobs({ from: remote, to: disk, graceMs: 0 })).moved).toBe(blobs.size)
    expect(await idsOf(remote)).toEqual([])
    await readable()
    expect((await idsOf(store)).sort()).toEqual([...blobs.keys()].sort())
  })
})
