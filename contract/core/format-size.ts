const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const

export function formatSize(bytes: number): string {
  let value = bytes
  let unit = 0
  // From 999.995 on, a value would round to 1000.00.
  while (value >= (unit === 0 ? 1_000 : 999.995) && unit < UNITS.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(2)} ${UNITS[unit]}`
}
