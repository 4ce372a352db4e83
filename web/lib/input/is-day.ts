/** The limit excludes short years, which occur while a person types. */
const FIRST_DAY = '2000-01-01'
const SHAPE = /^\d{4}-\d\d-\d\d$/

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !SHAPE.test(value) || value < FIRST_DAY) return false
  const at = Date.parse(value)
  // A nonexistent day, such as June 31, rolls over to another day.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}
