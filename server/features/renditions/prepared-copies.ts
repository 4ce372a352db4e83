import type { Readable } from 'node:stream'
import { LIMITS } from '../../../contract/core/limits.ts'

/** So many wait to be fetched at most; then the oldest go, and are made once more when they are fetched. */
const MOST = 20

/** A stamped copy that has been looked at. */
export interface ReadyCopy {
  /** Bytes. */
  readonly size: number
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
  readonly #waiting = new Map<string, { readonly prepared: Prepared; readonly end: NodeJS.Timeout }>()

  /** Keeps a copy for as long as its ticket can wait. */
  async put(ticket: Buffer, prepared: Prepared): Promise<void> {
    const key = ticket.toString('hex')
    await this.#drop(key)
    const end = setTimeout(() => void this.#drop(key), LIMITS.ticketMs)
    end.unref()
    this.#waiting.set(key, { prepared, end })
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= MOST) return
      await this.#drop(oldest)
    }
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
