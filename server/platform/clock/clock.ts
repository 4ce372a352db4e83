/** The clock is the only source of time in the server. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
