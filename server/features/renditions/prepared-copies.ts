import type { Readable } from 'node:stream'
import { LIMITS } from '../../../contract/core/limits.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { Shares } from '../../platform/http/shares.ts'

/** So many wait to be fetched at most; then the oldest go, those of the same member first, and are made once more when they are fetched. */
const MOST = 20
const MOST_OF_MEMBER = 4
/** Are made at the same time for one member. */
const MAKING = { perMember: 2, retryAfter: 5 }

/** A stamped copy that has been looked at. */
export interface ReadyCopy {
  /** Bytes. */
  readonly size: number
  /** Pages of it that are pictures. */
  readonly pictures: number
  /** Its bytes, once; it is let go of when they have been read or are not wanted any more. */
  body(): Readable
  /** Lets go of a copy of which no bytes were asked for. */
  discard(): Promise<void>
}

/** What was prepared for a ticket. */
export interface Prepared {
  readonly versionId: number
  /** Undefined where page images are to be made. */
  readonly copy: ReadyCopy | undefined
}

/** Copies that wait for the browser to fetch them, by the ticket, on this node. */
export class PreparedCopies {
  /** The oldest comes first. */
  readonly #waiting = new Map<string, { readonly prepared: Prepared; readonly memberId: number; readonly end: NodeJS.Timeout }>()
  readonly #making = new Set<string>()
  readonly #shares = new Shares(MAKING)

  /** @returns to be called when the copy was made, or was not. @throws Refusal BUSY while it is being made, or too many of this member are. */
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

  /** Keeps a copy for as long as its ticket can wait. */
  async put(ticket: Buffer, memberId: number, prepared: Prepared): Promise<void> {
    const key = ticket.toString('hex')
    await this.#drop(key)
    const end = setTimeout(() => void this.#drop(key), LIMITS.ticketMs)
    end.unref()
    this.#waiting.set(key, { prepared, memberId, end })
    const own = [...this.#waiting].filter(([, waiting]) => waiting.memberId === memberId).map(([each]) => each)
    const [oldest] = own.length > 1 ? own : this.#waiting.keys()
    if (oldest !== undefined && (own.length > MOST_OF_MEMBER || this.#waiting.size > MOST)) await this.#drop(oldest)
  }

  /** Hands over what waits for a ticket, once. */
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
