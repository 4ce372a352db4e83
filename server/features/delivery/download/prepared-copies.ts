import type { Readable } from 'node:stream'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { ConcurrencyLimiter } from '../../../platform/http/concurrency-limiter.ts'
import { Refusal } from '../../../platform/http/refusal.ts'

/** Oldest copies go first, the member's own before others. A fetch remakes them. */
const MOST = 20
const MOST_OF_MEMBER = 4
const MAKING = { perMember: 2, retryAfter: 5 }

export interface ReadyCopy {
  /** The size is in bytes. */
  readonly size: number
  readonly pictures: number
  /** Returns the bytes once. Reading or abandoning releases the copy. */
  body(): Readable
  discard(): Promise<void>
}

export interface Prepared {
  readonly versionId: number
  readonly copy: ReadyCopy | undefined
}

export class PreparedCopies {
  readonly #waiting = new Map<
    string,
    { readonly prepared: Prepared; readonly memberId: number; readonly end: NodeJS.Timeout }
  >()
  readonly #making = new Set<string>()
  readonly #shares = new ConcurrencyLimiter(MAKING)

  /** @returns a function that ends it @throws Refusal BUSY during a preparation or at the member's limit */
  begin(ticket: Buffer, memberId: number): () => void {
    const key = ticket.toString('hex')
    if (this.#making.has(key)) throw new Refusal('BUSY', { retryAfter: MAKING.retryAfter })
    const release = this.#shares.take(memberId)
    this.#making.add(key)
    return () => {
      this.#making.delete(key)
      release()
    }
  }

  async put(ticket: Buffer, memberId: number, prepared: Prepared): Promise<void> {
    const key = ticket.toString('hex')
    await this.#drop(key)
    const end = setTimeout(() => void this.#drop(key), LIMITS.ticketMs)
    end.unref()
    this.#waiting.set(key, { prepared, memberId, end })
    const own = [...this.#waiting]
      .filter(([, waiting]) => waiting.memberId === memberId)
      .map(([each]) => each)
    const [oldest] = own.length > 1 ? own : this.#waiting.keys()
    if (oldest !== undefined && (own.length > MOST_OF_MEMBER || this.#waiting.size > MOST))
      await this.#drop(oldest)
  }

  take(ticket: Buffer): Prepared | undefined {
    const key = ticket.toString('hex')
    const found = this.#waiting.get(key)
    this.#waiting.delete(key)
    clearTimeout(found?.end)
    return found?.prepared
  }

  async close(): Promise<void> {
    for (const key of [...this.#waiting.keys()]) await this.#drop(key)
  }

  async #drop(key: string): Promise<void> {
    await this.take(Buffer.from(key, 'hex'))?.copy?.discard()
  }
}
