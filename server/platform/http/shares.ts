import { Refusal } from './refusal.ts'

interface SharesOptions {
  /** Held by one member at the same time. */
  readonly perMember: number
  /** Held by all at the same time; no limit unless given. */
  readonly inAll?: number
  /** Seconds after which somebody who got none may ask again. */
  readonly retryAfter: number
}

/** Counts what members hold of something on this node at the same time, so that nobody takes all of it. */
export class Shares {
  readonly #options: SharesOptions
  readonly #held = new Map<number, number>()
  #inAll = 0

  constructor(options: SharesOptions) {
    this.#options = options
  }

  /** @returns gives the share back; more than once changes nothing. @throws Refusal BUSY */
  take(memberId: number): () => void {
    const { perMember, inAll = Number.POSITIVE_INFINITY, retryAfter } = this.#options
    const held = this.#held.get(memberId) ?? 0
    if (held >= perMember || this.#inAll >= inAll) throw new Refusal('BUSY', { retryAfter })
    this.#held.set(memberId, held + 1)
    this.#inAll += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#inAll -= 1
      const left = (this.#held.get(memberId) ?? 1) - 1
      if (left === 0) this.#held.delete(memberId)
      else this.#held.set(memberId, left)
    }
  }
}
