/** What a group may do with an item. Each level includes those before it; `original` is the file without a watermark. */
export const LEVELS = ['none', 'view', 'print', 'download', 'original'] as const
export type Level = (typeof LEVELS)[number]

/** Stored and compared as numbers. */
export const LEVEL = { none: 0, view: 1, print: 2, download: 3, original: 4 } as const satisfies Record<Level, number>

/** @param number from the database, 0 to 4. */
export const levelNamed = (number: number): Level => LEVELS[number] ?? 'none'
