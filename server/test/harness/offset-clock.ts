import { type Clock, systemClock } from '../../platform/clock/clock.ts'

export class OffsetClock implements Clock {
  #ahead = 0

  now(): Date {
    return new Date(systemClock.now().getTime() + this.#ahead)
  }

  advance(ms: number): void {
    this.#ahead += ms
  }
}
