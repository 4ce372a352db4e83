import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lackingSwift, type Swift, startSwift } from '../../../../tools/servers/swift.mjs'
import { describeWith } from '../../../test/harness/needs.ts'
import {
  type ConditionalStorage,
  startConditionalStorage,
} from '../../../test/servers/conditional-storage.ts'
import { silentLog } from '../../log/log.ts'
import { StorageUnavailableError } from '../blob-store.ts'
import { S3Bucket } from './s3-bucket.ts'
import { type ClaimBook, StorageClaim } from './storage-claim.ts'
import { StorageError } from './storage-error.ts'

const bookOf = (...known: readonly string[]): ClaimBook & { readonly words: string[] } => {
  const words = [...known]
  return {
    words,
    draw: async () => words[words.push(randomUUID()) - 1],
    knows: async (word) => words.includes(word),
    newest: async () => words.at(-1),
  }
}

class WatchedBucket extends S3Bucket {
  readonly afterFinds: (() => Promise<unknown>)[] = []
  givesTags = true

  override async find(...asked: Parameters<S3Bucket['find']>): ReturnType<S3Bucket['find']> {
    const found = await super.find(...asked)
    await this.afterFinds.shift()?.()
    return this.givesTags ? found : found && { ...found, etag: undefined }
  }
}

const nothing = async (): Promise<void> => undefined

describeWith('the claim to a prefix', lackingSwift, () => {
  let swift: Swift
  let bucket: string
  let conditional: ConditionalStorage
  const buckets: S3Bucket[] = []
  beforeAll(async () => {
    swift = await startSwift()
    bucket = await swift.createBucket()
    conditional = await startConditionalStorage(swift)
  })
  afterAll(async () => {
    for (const each of buckets) each.close()
    conditional.close()
    await swift.stop()
  })

  function opened(access: { readonly endpoint: string } = conditional) {
    const client = new WatchedBucket({ ...swift, endpoint: access.endpoint, bucket })
    buckets.push(client)
    const prefix = `${randomUUID()}/`
    const key = `${prefix}sealroom-claim`
    const claimOf = (book: ClaimBook) =>
      new StorageClaim({ bucket: client, prefix, book, log: silentLog })
    const said = async () => String(await client.get(key, 0, 100))
    return {
      client,
      key,
      claimOf,
      said,
      fill: () => client.put(`${prefix}blobs/${randomBytes(16).toString('hex')}`, randomBytes(10)),
    }
  }

  it('is not put over that of a copy that started after the look, and nothing is removed from then on', async () => {
    const { client, key, claimOf, said, fill } = opened()
    const book = bookOf()
    const claim = claimOf(book)
    await claim.enter({ draws: true })
    await fill()
    expect(await said()).toBe(book.words.at(-1))
    const before = conditional.refused()
    client.afterFinds.push(() => client.put(key, Buffer.from('of the copy')))
    await claim.renew(0)
    expect([await said(), conditional.refused() - before]).toEqual(['of the copy', 1])
    await expect(claim.requireUnlost()).rejects.toThrow(StorageUnavailableError)
    await expect(claimOf(bookOf(...book.words)).enter({ draws: true })).rejects.toThrow(
      StorageError,
    )
  })

  it('that an administrator makes is not contested, even within the last look of a lost server', async () => {
    for (const [storage, isKept] of [
      [conditional, true],
      [swift, false],
    ] as const) {
      const { client, key, claimOf, said, fill } = opened(storage)
      await client.put(key, Buffer.from('of another'))
      await fill()
      client.afterFinds.push(nothing, () => client.put(key, Buffer.from('claimed')))
      await claimOf(bookOf()).renew(0)
      expect(await said()).toBe(isKept ? 'claimed' : 'contested')
    }
  })

  it('of two nodes that draw at once ends as the newest word', async () => {
    const { client, key, claimOf, said, fill } = opened()
    const book = bookOf()
    await claimOf(book).enter({ draws: true })
    await fill()
    client.afterFinds.push(async () => client.put(key, Buffer.from(String(await book.draw(0)))))
    await claimOf(book).renew(0)
    expect(await said()).toBe(book.words.at(-1))
  })

  it('is renewed where the storage gives no tags, and not without end where no write succeeds', {
    timeout: 60_000,
  }, async () => {
    const { client, claimOf, said } = opened()
    const book = bookOf()
    const claim = claimOf(book)
    client.givesTags = false
    for (const draw of [() => claim.enter({ draws: true }), () => claim.renew(0)]) {
      await draw()
      expect(await said()).toBe(book.words.at(-1))
    }
    client.givesTags = true
    Object.assign(client, { putOver: async () => false })
    await expect(claim.renew(0)).rejects.toThrow(StorageUnavailableError)
  })

  it('is not put over another object after an error that has nothing to do with conditions', async () => {
    const { client, key, said } = opened()
    await client.put(key, Buffer.from('of another'))
    conditional.failNext('BadDigest')
    const write = () => client.putOver(key, Buffer.from('ours'), undefined)
    await expect(write()).rejects.toThrow(StorageUnavailableError)
    expect([await write(), await said()]).toEqual([false, 'of another'])
  })
})
