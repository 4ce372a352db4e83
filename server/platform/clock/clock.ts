/** The server has no other source of time. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
