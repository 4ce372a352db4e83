import { Refusal } from './refusal.ts'

interface LimiterOptions {
  readonly perMember: number
  readonly inAll?: number
  /** The unit is seconds. */
  readonly retryAfter: number
  readonly code?: 'API_KEY_BUSY'
}

/** Each node counts for itself. */
export class ConcurrencyLimiter {
  readonly #options: LimiterOptions
  readonly #held = new Map<number, number>()
  #inAll = 0

  constructor(options: LimiterOptions) {
    this.#options = options
  }

  /** @returns an idempotent release function. @throws Refusal BUSY, or as `code` says */
  take(memberId: number): () => void {
    const { perMember, inAll = Number.POSITIVE_INFINITY, retryAfter, code = 'BUSY' } = this.#options
    const held = this.#held.get(memberId) ?? 0
    if (held >= perMember || this.#inAll >= inAll) throw new Refusal(code, { retryAfter })
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
