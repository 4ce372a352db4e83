import type { ReadingLimits } from '../../../../contract/features/rooms.ts'

export const WHATS = ['documents', 'pages', 'downloads'] as const
export type What = (typeof WHATS)[number]

export const SPANS = ['minute', 'hour'] as const
export type Span = (typeof SPANS)[number]
const SPAN_MS: Record<Span, number> = { minute: 60_000, hour: 3_600_000 }

/** Beyond this many times a limit nothing is given any more until its span is over. */
const REFUSED_FROM = 2
/** How long an answer waits at most; it does where twice the limit is reached. */
const WAIT_MS = 2_000

export type Counts = Record<What, number>
export const none = (): Counts => ({ documents: 0, pages: 0, downloads: 0 })

/** When the minute or the hour began in which a moment lies: the same for all processes. */
export const startOf = (span: Span, now: number): number => now - (now % SPAN_MS[span])

/** Seconds until the span is over. */
export const secondsLeftOf = (span: Span, now: number): number => Math.ceil((startOf(span, now) + SPAN_MS[span] - now) / 1_000)

const LIMIT_OF = {
  minute: { documents: 'documentsPerMinute', pages: 'pagesPerMinute', downloads: 'downloadsPerMinute' },
  hour: { documents: 'documentsPerHour', pages: 'pagesPerHour', downloads: 'downloadsPerHour' },
} as const satisfies Record<Span, Record<What, keyof ReadingLimits>>

export const limitOf = (limits: ReadingLimits, span: Span, what: What): number => limits[LIMIT_OF[span][what]]

/** Whether nothing more is given. @param before what was counted before this request: one that has begun is never refused half-way. */
export const isRefused = (before: number, limit: number): boolean => before >= limit * REFUSED_FROM

/** How long an answer waits. @param after what is counted with it. */
export const waitOf = (after: number, limit: number): number =>
  after <= limit ? 0 : Math.min(WAIT_MS, Math.ceil((WAIT_MS * (after - limit)) / limit))
