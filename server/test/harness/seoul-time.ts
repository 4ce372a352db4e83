import type { TestApp } from './test-app.ts'

export const HOUR_MS = 3_600_000
const IN_SEOUL_MS = 9 * HOUR_MS

/** Advances the clock to the next time that it is this hour in Seoul. */
export function advanceTo({ clock }: TestApp, hour: number): void {
  const sinceMidnight = (clock.now().getTime() + IN_SEOUL_MS) % (24 * HOUR_MS)
  clock.advance((hour * HOUR_MS - sinceMidnight + 24 * HOUR_MS) % (24 * HOUR_MS) || 24 * HOUR_MS)
}

/** `YYYY-MM-DD` in Seoul. */
export const dayIn = ({ clock }: TestApp, days: number): string =>
  new Date(clock.now().getTime() + IN_SEOUL_MS + days * 24 * HOUR_MS).toISOString().slice(0, 10)
