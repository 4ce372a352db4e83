import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { lackingSwift } from '../../../../tools/servers/swift.mjs'
import { describeWith } from '../../../test/harness/needs.ts'
import { claimOf, idsOf, put, S3Stores, Words } from '../../../test/scenarios/blobs/s3-stores.ts'
import { newBlobId, StorageUnavailableError } from '../blob-store.ts'
import { S3Bucket } from './s3-bucket.ts'
import { StorageError } from './storage-error.ts'

describeWith('copies of a database that share an object storage', lackingSwift, () => {
  let stores: S3Stores
  beforeAll(async () => {
    stores = await S3Stores.start()
  }, 120_000)
  afterAll(() => stores.swift.stop())
  beforeEach(() => stores.begin())
  afterEach(() => stores.end())

  it('refuses a copy of the database that lacks its newest claim, and changes nothing for it', async () => {
    const [prefix, book] = ['copied/', new Words()]
    const store = await stores.open({ prefix, book })
    const id = await put(store, randomBytes(10))
    const copy = new Words(book)
    await stores.open({ prefix, book })
    const client = stores.client()
    const before = await client.get(`${prefix}sealroom-claim`, 0, 100)
    await expect(stores.open({ prefix, book: copy })).rejects.toThrow(
      /another copy of this database.*storage claim/,
    )
    expect(await client.get(`${prefix}sealroom-claim`, 0, 100)).toEqual(before)
    expect(await idsOf(store)).toEqual([id])
    await claimOf({ bucket: client, prefix, book: copy }).take()
    await expect(idsOf(store)).rejects.toThrow(StorageError)
    await expect(stores.open({ prefix, book })).rejects.toThrow(/another copy of this database/)
    expect(await idsOf(await stores.open({ prefix, book: copy, cache: 'other' }))).toEqual([id])
  })

  it('removes nothing while two copies of a database serve, until one of them is claimed and the other is gone', async () => {
    const [prefix, book] = ['contested/', new Words()]
    const client = stores.client()
    const claim = claimOf({ bucket: client, prefix, book })
    const store = await stores.open({ prefix, book, claim })
    const id = await put(store, randomBytes(10))
    const copy = new Words(book)
    const claimOfCopy = claimOf({ bucket: client, prefix, book: copy })
    const storeOfCopy = await stores.open({
      prefix,
      book: copy,
      claim: claimOfCopy,
      cache: 'other',
    })
    await claim.renew()
    await claimOfCopy.renew()
    for (const each of [store, storeOfCopy]) {
      await expect(idsOf(each)).rejects.toThrow(/another copy of this database/)
      await expect(each.remove(id)).rejects.toThrow(StorageUnavailableError)
      expect((await each.readWhole(id, 10)).length).toBe(10)
    }
    for (const each of [book, copy])
      await expect(stores.open({ prefix, book: each })).rejects.toThrow(
        /another copy of this database/,
      )
    await claimOf({ bucket: client, prefix, book }).take()
    await claim.renew()
    expect(await idsOf(store)).toEqual([id])
    await store.remove(id)
    expect(await idsOf(store)).toEqual([])
  })

  it('draws a word before a command removes, so that a command of a copy removes nothing', async () => {
    const [prefix, book] = ['commands/', new Words()]
    const id = await put(await stores.open({ prefix, book }), randomBytes(10))
    const copy = new Words(book)
    const command = await stores.open({ prefix, book, isCommand: true })
    const ofCopy = await stores.open({ prefix, book: copy, isCommand: true, cache: 'other' })
    await command.remove(newBlobId())
    await expect(ofCopy.remove(id)).rejects.toThrow(StorageUnavailableError)
    await expect(ofCopy.requireOwn()).rejects.toThrow(StorageError)
    expect((await ofCopy.readWhole(id, 10)).length).toBe(10)
  })

  it('puts the newest word after a write that was held up, and nothing over a contested prefix or a claim made meanwhile', async () => {
    const [prefix, book] = ['late/', new Words()]
    const client = stores.client()
    const said = async () => String(await client.get(`${prefix}sealroom-claim`, 0, 100))
    const [store, claim] = [
      await stores.open({ prefix, book }),
      claimOf({ bucket: client, prefix, book }),
    ]
    await put(store, randomBytes(10))
    await claimOf({ bucket: client, prefix, book: new Late(book) }).renew()
    expect(await said()).toBe(await book.newest())

    const lost = new Words()
    const puts = stores.closedAfter(new CountingBucket({ ...stores.swift, bucket: stores.bucket }))
    const claimOfLost = claimOf({ bucket: puts, prefix, book: lost })
    puts.afterGet = async () =>
      client.put(`${prefix}sealroom-claim`, Buffer.from(await lost.draw()))
    await claimOfLost.renew()
    expect([puts.puts, await said()]).toEqual([0, await lost.newest()])
    await claim.renew()
    expect(await said()).toBe('contested')
    await claimOf({ bucket: puts, prefix, book: new Words() }).renew()
    expect(puts.puts).toBe(0)
  })
})

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
