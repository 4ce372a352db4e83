/** Short years occur while typing. */
const FIRST_DAY = '2000-01-01'
const SHAPE = /^\d{4}-\d\d-\d\d$/

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !SHAPE.test(value) || value < FIRST_DAY) return false
  const at = Date.parse(value)
  // Nonexistent days, such as June 31, roll over.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}
