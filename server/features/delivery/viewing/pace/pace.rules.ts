import type { ReadingLimits } from '../../../../../contract/features/rooms.ts'

export const WHATS = ['documents', 'pages', 'downloads'] as const
export type What = (typeof WHATS)[number]

export const SPANS = ['minute', 'hour'] as const
export type PaceSpan = (typeof SPANS)[number]
const SPAN_MS: Record<PaceSpan, number> = { minute: 60_000, hour: 3_600_000 }

const REFUSED_FROM = 2
/** The delay reaches this value at twice the limit. */
const WAIT_MS = 2_000

export type Counts = Record<What, number>
export const none = (): Counts => ({ documents: 0, pages: 0, downloads: 0 })

/** All processes share these spans. */
export const startOf = (span: PaceSpan, now: number): number => now - (now % SPAN_MS[span])

export const secondsLeftOf = (span: PaceSpan, now: number): number =>
  Math.ceil((startOf(span, now) + SPAN_MS[span] - now) / 1_000)

const LIMIT_OF = {
  minute: {
    documents: 'documentsPerMinute',
    pages: 'pagesPerMinute',
    downloads: 'downloadsPerMinute',
  },
  hour: { documents: 'documentsPerHour', pages: 'pagesPerHour', downloads: 'downloadsPerHour' },
} as const satisfies Record<PaceSpan, Record<What, keyof ReadingLimits>>

export const limitOf = (limits: ReadingLimits, span: PaceSpan, what: What): number =>
  limits[LIMIT_OF[span][what]]

/** @param before count without this request */
export const isRefused = (before: number, limit: number): boolean => before >= limit * REFUSED_FROM

/** Returns milliseconds. @param after count with this request */
export const waitOf = (after: number, limit: number): number =>
  after <= limit ? 0 : Math.min(WAIT_MS, Math.ceil((WAIT_MS * (after - limit)) / limit))
