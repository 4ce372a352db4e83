import { type Clock, systemClock } from '../platform/clock/clock.ts'

/** A clock that runs like the machine's, ahead by what a test moved it. */
export class OffsetClock implements Clock {
  #ahead = 0

  now(): Date {
    return new Date(systemClock.now().getTime() + this.#ahead)
  }

  advance(ms: number): void {
    this.#ahead += ms
  }
}
