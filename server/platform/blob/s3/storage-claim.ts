import type { Log } from '../../log/log.ts'
import { StorageUnavailableError } from '../blob-store.ts'
import { placeOf } from './installation-marker.ts'
import type { S3Bucket } from './s3-bucket.ts'
import { StorageError } from './storage-error.ts'

const NAME = 'sealroom-claim'
const CONTESTED = 'contested'
const CLAIM_BYTES = 100
const RENEW_EVERY_MS = 60_000
/** Of all servers of a cluster one draws in each period. */
const FRESH_MS = 45_000

/** The claims that one database has drawn. */
export interface ClaimBook {
  /** Committed when it returns. Undefined if one was drawn within this time. */
  draw(unlessWithinMs: number): Promise<string | undefined>
  knows(claim: string): Promise<boolean>
}

interface ClaimedPrefix {
  readonly bucket: S3Bucket
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly book: ClaimBook
  readonly log: Pick<Log, 'error' | 'info'>
}

const claimKey = (prefix: string): string => `${prefix}${NAME}`

/**
 * An object holds the newest word that the owner's database drew. A copy of that database lacks the words drawn since, so it is
 * refused; where both hold the word, whichever looks second finds a strange one and marks the prefix as contested.
 */
export class StorageClaim {
  readonly #claimed: ClaimedPrefix
  #isLost = false

  constructor(claimed: ClaimedPrefix) {
    this.#claimed = claimed
  }

  /** A server or command that may not use the prefix writes nothing. @throws StorageError */
  async enter({ draws }: { readonly draws: boolean }): Promise<void> {
    const state = await this.#look()
    if (state === 'foreign') throw this.#refusal()
    if (draws || state === 'none') await this.#draw(0)
  }

  /** @throws StorageError where another installation uses the prefix by now */
  async require(): Promise<void> {
    if ((await this.#look()) === 'foreign') throw this.#refusal()
  }

  /** By the word that was read last, at no cost. @throws StorageUnavailableError */
  requireUnlost(): void {
    if (this.#isLost) throw new StorageUnavailableError(this.#refusal())
  }

  /** @returns what ends it */
  keepRenewing(): () => void {
    let isRenewing = false
    const renew = async (): Promise<void> => {
      if (isRenewing) return
      isRenewing = true
      // What does not answer now is asked again.
      await this.renew().catch(() => undefined)
      isRenewing = false
    }
    const timer = setInterval(() => void renew(), RENEW_EVERY_MS).unref()
    return () => clearInterval(timer)
  }

  /** By a server that serves: it draws the next word, or marks the prefix so that no installation removes from it. */
  async renew(unlessWithinMs = FRESH_MS): Promise<void> {
    const { bucket, prefix, log } = this.#claimed
    const isLost = (await this.#look()) === 'foreign'
    if (isLost && !this.#isLost) log.error({ error: this.#refusal() }, 'nothing is removed from the object storage')
    if (!isLost && this.#isLost) log.info('the object storage belongs to this installation alone again')
    this.#isLost = isLost
    if (isLost) await bucket.put(claimKey(prefix), Buffer.from(CONTESTED))
    else await this.#draw(unlessWithinMs)
  }

  /** An administrator says that no other installation uses the prefix. */
  async take(): Promise<void> {
    await this.#draw(0)
    this.#isLost = false
  }

  /** Reads the object first: the database knows each word before the object does. */
  async #look(): Promise<'ours' | 'none' | 'foreign'> {
    const { bucket, prefix, book } = this.#claimed
    const found = (await bucket.get(claimKey(prefix), 0, CLAIM_BYTES))?.toString()
    if (found === undefined) return 'none'
    if (await book.knows(found)) return 'ours'
    // A prefix without documents has nothing to lose.
    for await (const _ of bucket.list(`${prefix}blobs/`, 1)) return 'foreign'
    return 'none'
  }

  async #draw(unlessWithinMs: number): Promise<void> {
    const { bucket, prefix, book } = this.#claimed
    const claim = await book.draw(unlessWithinMs)
    if (claim !== undefined) await bucket.put(claimKey(prefix), Buffer.from(claim))
  }

  #refusal(): StorageError {
    return new StorageError(
      `STORAGE_URL: ${placeOf(this.#claimed.prefix)} is used with another copy of this database, or the database is older than the documents there. Use one of the copies alone and run npm run room -- storage claim for it; another installation needs a prefix of its own`,
    )
  }
}
