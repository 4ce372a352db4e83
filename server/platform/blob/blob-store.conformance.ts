import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whenWhole } from './arriving-blob.ts'
import {
  type BlobEntry,
  type BlobId,
  BlobNotFoundError,
  type BlobStore,
  newBlobId,
} from './blob-store.ts'

export interface StoreUnderTest {
  readonly store: BlobStore
  close(): Promise<void>
}

const NOT_IDS = [
  '',
  'ab',
  '..',
  '../../../../etc/passwd',
  `${'a'.repeat(31)}/`,
  'A'.repeat(32),
  `${'a'.repeat(32)}\n`,
  'g'.repeat(32),
  'a'.repeat(33),
]

export function describeBlobStore(driver: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${driver} as a blob store`, () => {
    let underTest: StoreUnderTest
    let store: BlobStore

    beforeEach(async () => {
      underTest = await open()
      store = underTest.store
    })
    afterEach(() => underTest.close())

    describeWriting(() => store)
    describeReading(() => store)
    describeListing(() => store)

    it('takes nothing for an id but an id', async () => {
      for (const id of NOT_IDS) {
        await expect(store.create(id)).rejects.toThrow(TypeError)
        await expect(store.read(id, { offset: 0, length: 0 })).rejects.toThrow(TypeError)
        await expect(store.size(id)).rejects.toThrow(TypeError)
        await expect(store.remove(id)).rejects.toThrow(TypeError)
        await expect(store.local(id)).rejects.toThrow(TypeError)
      }
      expect(await entriesOf(store)).toEqual([])
    })
  })
}

function describeWriting(storeUnderTest: () => BlobStore): void {
  it('keeps exactly what was written, in pieces of any size', async () => {
    const store = storeUnderTest()
    for (const sizes of [
      [],
      [0],
      [1],
      [10, 0, 20],
      [65_535, 1, 1],
      [65_537],
      [3_000_000],
      [700_000, 700_000, 700_000],
    ]) {
      const pieces = sizes.map((size) => randomBytes(size))
      const id = await put(store, ...pieces)
      const whole = Buffer.concat(pieces)
      expect(await store.size(id)).toBe(whole.length)
      expect((await store.read(id, { offset: 0, length: whole.length })).equals(whole)).toBe(true)
      expect((await readFile(await whenWhole(await store.local(id)))).equals(whole)).toBe(true)
    }
  })

  it('lets the caller reuse its buffer', async () => {
    const store = storeUnderTest()
    const id = newBlobId()
    const writer = await store.create(id)
    const buffer = Buffer.alloc(100_000)
    for (let n = 0; n < 30; n += 1) {
      buffer.fill(n)
      await writer.write(buffer)
    }
    buffer.fill(0xff)
    await writer.commit()
    for (let n = 0; n < 30; n += 1) {
      const stored = await store.read(id, { offset: n * buffer.length, length: buffer.length })
      expect(stored.equals(Buffer.alloc(buffer.length, n))).toBe(true)
    }
  })

  it('shows nothing of a blob that is not committed, or was discarded', async () => {
    const store = storeUnderTest()
    const [unfinished, discarded] = [newBlobId(), newBlobId()]
    const writers = [await store.create(unfinished), await store.create(discarded)]
    for (const writer of writers) await writer.write(randomBytes(3_000_000))
    await writers[1]?.discard()
    for (const id of [unfinished, discarded]) {
      expect(await store.size(id)).toBeUndefined()
      await expect(store.read(id, { offset: 0, length: 1 })).rejects.toThrow(BlobNotFoundError)
      await expect(store.local(id)).rejects.toThrow(BlobNotFoundError)
    }
    expect(await entriesOf(store)).toEqual([])
    await writers[0]?.discard()
  })

  it('ends a writer once: no write after it, and a discard changes nothing', async () => {
    const store = storeUnderTest()
    const id = newBlobId()
    const writer = await store.create(id)
    await writer.write(Buffer.from('kept'))
    await writer.commit()
    await expect(writer.write(Buffer.from('late'))).rejects.toThrow('has ended')
    await expect(writer.commit()).rejects.toThrow('has ended')
    await writer.discard()
    expect((await store.read(id, { offset: 0, length: 4 })).toString()).toBe('kept')

    const discarded = await store.create(newBlobId())
    await discarded.discard()
    await discarded.discard()
    await expect(discarded.commit()).rejects.toThrow('has ended')
  })
}

function describeReading(storeUnderTest: () => BlobStore): void {
  it('reads any range, and no range that the blob does not hold', async () => {
    const store = storeUnderTest()
    const whole = randomBytes(200_000)
    const id = await put(store, whole)
    const ranges: [number, number][] = [
      [0, 0],
      [0, 1],
      [199_999, 1],
      [200_000, 0],
      [65_530, 70_000],
    ]
    for (const [offset, length] of ranges) {
      expect(
        (await store.read(id, { offset, length })).equals(whole.subarray(offset, offset + length)),
      ).toBe(true)
    }
    await expect(store.read(id, { offset: 199_999, length: 2 })).rejects.toThrow(RangeError)
    await expect(store.read(id, { offset: 300_000, length: 1 })).rejects.toThrow(RangeError)
  })

  it('reads a whole blob, and none that has another length', async () => {
    const store = storeUnderTest()
    for (const length of [0, 1, 1_000, 200_000]) {
      const whole = randomBytes(length)
      const id = await put(store, whole)
      expect((await store.readWhole(id, length)).equals(whole)).toBe(true)
      for (const wrong of [length + 1, length - 1, 300_000].filter((each) => each >= 0))
        await expect(store.readWhole(id, wrong)).rejects.toThrow(RangeError)
    }
  })

  it('says of a blob that is not there that it is not there', async () => {
    const store = storeUnderTest()
    const id = newBlobId()
    expect(await store.size(id)).toBeUndefined()
    await expect(store.read(id, { offset: 0, length: 0 })).rejects.toThrow(BlobNotFoundError)
    await expect(store.readWhole(id, 0)).rejects.toThrow(BlobNotFoundError)
    await expect(store.local(id)).rejects.toThrow(BlobNotFoundError)
  })
}

function describeListing(storeUnderTest: () => BlobStore): void {
  it('lists every blob once, with the time it was stored', async () => {
    const store = storeUnderTest()
    const ids: BlobId[] = []
    for (let n = 0; n < 20; n += 1) ids.push(await put(store, randomBytes(n)))
    const entries = await entriesOf(store)
    expect(entries.map(({ id }) => id).sort()).toEqual(ids.sort())
    for (const { storedAt } of entries) expect(storedAt.getTime()).toBeGreaterThan(0)
  })

  it('removes one blob and no other, and one that is gone without complaint', async () => {
    const store = storeUnderTest()
    const [gone, stays] = [await put(store, randomBytes(10)), await put(store, randomBytes(10))]
    await store.remove(gone)
    await store.remove(gone)
    await store.remove(newBlobId())
    expect(await store.size(gone)).toBeUndefined()
    expect((await entriesOf(store)).map(({ id }) => id)).toEqual([stays])
  })

  it('goes on listing while blobs are removed', async () => {
    const store = storeUnderTest()
    for (let n = 0; n < 10; n += 1) await put(store, randomBytes(10))
    for await (const { id } of store.list()) await store.remove(id)
    expect(await entriesOf(store)).toEqual([])
  })
}

async function put(store: BlobStore, ...pieces: readonly Uint8Array[]): Promise<BlobId> {
  const id = newBlobId()
  const writer = await store.create(id)
  for (const piece of pieces) await writer.write(piece)
  await writer.commit()
  return id
}

async function entriesOf(store: BlobStore): Promise<BlobEntry[]> {
  const entries: BlobEntry[] = []
  for await (const entry of store.list()) entries.push(entry)
  return entries
}
