/** Typing a year passes through years of one to three digits. */
const FIRST_DAY = '2000-01-01'
const SHAPE = /^\d{4}-\d\d-\d\d$/

/** A day of the calendar, no earlier than this century. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !SHAPE.test(value) || value < FIRST_DAY) return false
  const at = Date.parse(value)
  // What no month has, such as the 31st of June, is counted on into the next one.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}
