/** Reading counts for so long after the last input in the viewer. */
export const ATTENTIVE_MS = 90_000
/** Who counts looks at the clock more often than this; a longer step means that the machine slept. */
export const STEP_MS = 30_000
/** A page that was looked at for less was passed. */
const LEAST_MS = 1_000

/** What is before a reader. */
export interface Sight {
  /** Undefined while no page is shown. */
  readonly page: number | undefined
  readonly isVisible: boolean
}

/** How long a page was looked at. */
export interface PageTime {
  readonly page: number
  readonly seconds: number
}

/**
 * Counts how long each page is looked at: while it is the current one, in sight, and somebody seems to be there. All times are milliseconds of
 * one clock, handed in.
 */
export class ReadingTimes {
  readonly #counted = new Map<number, number>()
  #sight: Sight = { page: undefined, isVisible: false }
  /** Up to when all is counted. */
  #at: number
  /** The last sign of somebody being there. */
  #signAt: number

  constructor(now: number) {
    this.#at = now
    this.#signAt = now
  }

  /** Counts up to now, and goes on with what has changed. To be called at each change, and while there is none every few seconds. */
  see(now: number, change: Partial<Sight> = {}): void {
    const { page, isVisible } = this.#sight
    const until = Math.min(now, this.#signAt + ATTENTIVE_MS)
    const isSlept = now - this.#at > STEP_MS
    if (page !== undefined && isVisible && !isSlept && until > this.#at) {
      this.#counted.set(page, (this.#counted.get(page) ?? 0) + until - this.#at)
    }
    this.#at = now
    const next = { ...this.#sight, ...change }
    // Pages turn, and tabs come into sight, because somebody is there.
    if ((next.isVisible && !isVisible) || next.page !== page) this.#signAt = now
    this.#sight = next
  }

  /** A pointer, key, wheel or touch in the viewer: somebody is there. */
  sign(now: number): void {
    this.see(now)
    this.#signAt = now
  }

  /** Hands over what was counted, the longest first; pages that were merely passed go on being counted. */
  take(most: number): PageTime[] {
    const looked = [...this.#counted].filter(([, ms]) => ms >= LEAST_MS).sort(([, one], [, other]) => other - one)
    return looked.slice(0, most).map(([page, ms]) => {
      this.#counted.delete(page)
      return { page, seconds: Math.round(ms / 100) / 10 }
    })
  }
}
