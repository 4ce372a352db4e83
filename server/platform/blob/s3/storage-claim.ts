import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../log/log.ts'
import { StorageUnavailableError } from '../blob-store.ts'
import { placeOf } from './installation-marker.ts'
import type { S3Bucket } from './s3-bucket.ts'
import { StorageError } from './storage-error.ts'

const NAME = 'sealroom-claim'
const CONTESTED = 'contested'
const CLAIM_BYTES = 100
const RENEW_EVERY_MS = 60_000
/** One server of a cluster draws in each period. */
const FRESH_MS = 45_000
/** Removals check once per period. */
const TRUSTED_MS = 5_000
const ROUNDS = 10
const ROUND_MS = 50

export interface ClaimBook {
  /** The result is committed. It is undefined if one was drawn recently. */
  draw(unlessWithinMs: number): Promise<string | undefined>
  knows(claim: string): Promise<boolean>
  newest(): Promise<string | undefined>
}

interface ClaimedPrefix {
  readonly bucket: S3Bucket
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly book: ClaimBook
  readonly log: Pick<Log, 'error' | 'info'>
}

interface Found {
  readonly state: 'ours' | 'none' | 'foreign'
  readonly word: string | undefined
  readonly etag: string | undefined
}

const claimKey = (prefix: string): string => `${prefix}${NAME}`

/**
 * The object holds the newest word of its owner's database. A copied database lacks later words and is refused. The second reader of a
 * shared word marks the prefix contested.
 */
export class StorageClaim {
  readonly #claimed: ClaimedPrefix
  #isLost = false
  #hasDrawn = false
  #lookedAt = Number.NEGATIVE_INFINITY
  #renewing: Promise<void> | undefined

  constructor(claimed: ClaimedPrefix) {
    this.#claimed = claimed
  }

  /** Without permission to use the prefix, nothing is written. @throws StorageError */
  async enter({ draws }: { readonly draws: boolean }): Promise<void> {
    const found = await this.#look()
    const isOurs =
      found.state !== 'foreign' &&
      (!(draws || found.state === 'none') || (await this.#draw(0, found)))
    if (!isOurs) throw this.#refusal()
  }

  /** @throws StorageError if another installation uses the prefix */
  async require(): Promise<void> {
    if ((await this.#look()).state === 'foreign') throw this.#refusal()
  }

  /** Precedes each removal. Commands draw too, so copies notice. @throws StorageUnavailableError */
  async requireUnlost(): Promise<void> {
    if (!this.#hasDrawn || performance.now() - this.#lookedAt > TRUSTED_MS)
      await this.renew(this.#hasDrawn ? FRESH_MS : 0)
    if (this.#isLost) throw new StorageUnavailableError(this.#refusal())
  }

  keepRenewing(): () => void {
    const { log } = this.#claimed
    let isEnded = false
    let isFailing = false
    const renew = async (): Promise<void> => {
      const error = await this.renew().then(
        () => undefined,
        (reason: unknown) => ({ reason }),
      )
      if (isEnded || (error !== undefined) === isFailing) return
      isFailing = error !== undefined
      if (error)
        log.error({ error: error.reason }, 'the claim to the object storage could not be renewed')
      else log.info('the claim to the object storage is renewed again')
    }
    const timer = setInterval(() => void renew(), RENEW_EVERY_MS).unref()
    return () => {
      isEnded = true
      clearInterval(timer)
    }
  }

  /** Draws a word, or marks the prefix so that nothing is removed. */
  renew(unlessWithinMs = FRESH_MS): Promise<void> {
    this.#renewing ??= this.#renewOnce(unlessWithinMs).finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renewOnce(unlessWithinMs: number): Promise<void> {
    const { bucket, prefix } = this.#claimed
    const found = await this.#look()
    this.#note(found.state === 'foreign')
    if (!this.#isLost) return this.#note(!(await this.#draw(unlessWithinMs, found)))
    if (found.word === CONTESTED) return
    // An administrator may have claimed it meanwhile, and not every storage has conditional writes.
    const { state, word, etag } = await this.#look()
    if (state === 'foreign' && word !== CONTESTED)
      await bucket.putOver(claimKey(prefix), Buffer.from(CONTESTED), etag)
  }

  #note(isLost: boolean): void {
    const { log } = this.#claimed
    if (isLost && !this.#isLost)
      log.error({ error: this.#refusal() }, 'nothing is removed from the object storage')
    if (!isLost && this.#isLost)
      log.info('the object storage belongs to this installation alone again')
    this.#isLost = isLost
  }

  /** An administrator declares exclusive use of the prefix. */
  async take(): Promise<void> {
    await this.#draw(0, 'whatever')
    this.#isLost = false
  }

  /** The database knows words first. */
  async #look(): Promise<Found> {
    const { bucket, prefix } = this.#claimed
    const began = performance.now()
    const object = await bucket.find(claimKey(prefix), 0, CLAIM_BYTES)
    const word = object?.bytes.toString()
    const state = await this.#stateOf(word)
    this.#lookedAt = began
    return { state, word, etag: object?.etag }
  }

  async #stateOf(word: string | undefined): Promise<Found['state']> {
    const { bucket, prefix, book } = this.#claimed
    if (word === undefined) return 'none'
    if (await book.knows(word)) return 'ours'
    // An empty prefix has nothing to lose.
    for await (const _ of bucket.list(`${prefix}blobs/`, 1)) return 'foreign'
    return 'none'
  }

  /** @returns false, storing nothing, if the prefix became foreign. @throws StorageUnavailableError if others always write first */
  async #draw(unlessWithinMs: number, found: Found | 'whatever'): Promise<boolean> {
    const { book } = this.#claimed
    let before = found
    let claim = await book.draw(unlessWithinMs)
    this.#hasDrawn = true
    for (let round = 0; claim !== undefined; round += 1) {
      if (round === ROUNDS)
        throw new StorageUnavailableError(new Error('the claim changes all the time'))
      if (round > 0) await wait(ROUND_MS * round * Math.random())
      const isStored = await this.#put(claim, before)
      // Others may have drawn during this write.
      const newest = await book.newest()
      if (isStored && newest === claim) return true
      claim = newest
      if (before === 'whatever') continue
      before = await this.#look()
      if (before.state === 'foreign') return false
      if (before.word === newest) return true
    }
    return true
  }

  async #put(claim: string, before: Found | 'whatever'): Promise<boolean> {
    const { bucket, prefix } = this.#claimed
    const isUntagged =
      before !== 'whatever' && before.word !== undefined && before.etag === undefined
    if (before !== 'whatever' && !isUntagged)
      return bucket.putOver(claimKey(prefix), Buffer.from(claim), before.etag)
    await bucket.put(claimKey(prefix), Buffer.from(claim))
    return true
  }

  #refusal(): StorageError {
    return new StorageError(
      `STORAGE_URL: ${placeOf(this.#claimed.prefix)} is used with another copy of this database, or the database is older than the documents there. Use one of the copies alone and run npm run room -- storage claim for it; another installation needs a prefix of its own`,
    )
  }
}
