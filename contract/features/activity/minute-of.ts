/** A sentence has no time zone, so the time is in UTC. */
export const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`
