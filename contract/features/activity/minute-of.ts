/** The time is in UTC, because a sentence has no time zone. */
export const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`
