/** Each level includes those before it; `original` is the file without a watermark. */
export const LEVELS = ['none', 'view', 'print', 'download', 'original'] as const
export type Level = (typeof LEVELS)[number]

export const LEVEL_NAMES = {
  ko: ['보이지 않음', '열람', '인쇄', '다운로드', '원본'],
  en: ['Hidden', 'View', 'Print', 'Download', 'Original'],
} as const

export function readLevel(text: string): Level | undefined {
  const wanted = text.trim().toLowerCase()
  if (/^[0-4]$/.test(wanted)) return LEVELS[Number(wanted)]
  const index = Object.values(LEVEL_NAMES)
    .map((names) => names.findIndex((name) => name.toLowerCase() === wanted))
    .find((found) => found >= 0)
  return index === undefined ? undefined : LEVELS[index]
}

export const LEVEL = {
  none: 0,
  view: 1,
  print: 2,
  download: 3,
  original: 4,
} as const satisfies Record<Level, number>

/** @param number from the database, 0 to 4 */
export const levelNamed = (number: number): Level => LEVELS[number] ?? 'none'
