/** Reading counts this long after input. */
export const ATTENTIVE_MS = 90_000
/** A longer step means that the machine slept. */
export const STEP_MS = 30_000
/** A shorter view only passed the page. */
const LEAST_MS = 1_000

export interface Sight {
  readonly page: number | undefined
  readonly isVisible: boolean
}

export interface PageTime {
  readonly page: number
  readonly seconds: number
}

/** Counts how long each page is current, visible and attended, in milliseconds. */
export class ReadingTimes {
  readonly #counted = new Map<number, number>()
  #sight: Sight = { page: undefined, isVisible: false }
  #at: number
  #signAt: number

  constructor(now: number) {
    this.#at = now
    this.#signAt = now
  }

  see(now: number, change: Partial<Sight> = {}): void {
    const { page, isVisible } = this.#sight
    const until = Math.min(now, this.#signAt + ATTENTIVE_MS)
    const isSlept = now - this.#at > STEP_MS
    if (page !== undefined && isVisible && !isSlept && until > this.#at) {
      const before = this.#counted.get(page) ?? 0
      this.#counted.delete(page)
      this.#counted.set(page, before + until - this.#at)
    }
    this.#at = now
    const next = { ...this.#sight, ...change }
    // A page turn or a tab becoming visible shows attention.
    if ((next.isVisible && !isVisible) || next.page !== page) this.#signAt = now
    this.#sight = next
  }

  sign(now: number): void {
    this.see(now)
    this.#signAt = now
  }

  /** Returns the longest times, last read page last. */
  take(most: number): PageTime[] {
    const looked = [...this.#counted].filter(([, ms]) => ms >= LEAST_MS)
    const longest = new Set([...looked].sort(([, one], [, other]) => other - one).slice(0, most))
    const taken = looked.filter((time) => longest.has(time))
    for (const [page] of taken) this.#counted.delete(page)
    return taken.map(([page, ms]) => ({ page, seconds: Math.round(ms / 100) / 10 }))
  }
}
