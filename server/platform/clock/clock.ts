/** The only source of time in the server; tests pass a clock of their own. */
export interface Clock {
  now(): Date
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is moved: for tests and for replaying. */
export class ManualClock implements Clock {
  #now: Date

  constructor(start: Date) {
    this.#now = start
  }

  now(): Date {
    return new Date(this.#now)
  }

  /** Moves the clock forward by so many milliseconds. */
  advance(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms)
  }
}
