import { type Clock, systemClock } from '../../platform/clock/clock.ts'

export class ManualClock implements Clock {
  #now: Date

  constructor(start: Date) {
    this.#now = start
  }

  now(): Date {
    return new Date(this.#now)
  }

  advance(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms)
  }
}

export class OffsetClock implements Clock {
  #ahead = 0

  now(): Date {
    return new Date(systemClock.now().getTime() + this.#ahead)
  }

  advance(ms: number): void {
    this.#ahead += ms
  }
}

type WithClock = { clock: OffsetClock }

export const HOUR_MS = 3_600_000
const IN_SEOUL_MS = 9 * HOUR_MS

export function advanceTo({ clock }: WithClock, hour: number): void {
  const sinceMidnight = (clock.now().getTime() + IN_SEOUL_MS) % (24 * HOUR_MS)
  clock.advance((hour * HOUR_MS - sinceMidnight + 24 * HOUR_MS) % (24 * HOUR_MS) || 24 * HOUR_MS)
}

export const dayIn = ({ clock }: WithClock, days: number): string =>
  new Date(clock.now().getTime() + IN_SEOUL_MS + days * 24 * HOUR_MS).toISOString().slice(0, 10)
