import { type Counts, none, type PaceSpan, startOf, WHATS, type What } from './pace.rules.ts'

export interface PaceWindow {
  readonly span: PaceSpan
  startedAt: number
  readonly seen: Record<What, Set<string>>
  /** `shared` counts all processes, `sent` is being shared, and `fresh` comes next. */
  shared: Counts
  sent: Counts
  fresh: Counts
}

export const newWindow = (span: PaceSpan): PaceWindow => ({
  span,
  startedAt: 0,
  seen: { documents: new Set(), pages: new Set(), downloads: new Set() },
  shared: none(),
  sent: none(),
  fresh: none(),
})

export const countOf = ({ shared, sent, fresh }: PaceWindow, what: What): number =>
  shared[what] + sent[what] + fresh[what]

export function roll(window: PaceWindow, now: number): void {
  const startedAt = startOf(window.span, now)
  if (window.startedAt === startedAt) return
  window.startedAt = startedAt
  for (const seen of Object.values(window.seen)) seen.clear()
  window.shared = none()
  window.sent = none()
  window.fresh = none()
}

export function addKeys({ seen, fresh }: PaceWindow, what: What, keys: readonly string[]): void {
  for (const key of keys) {
    if (seen[what].has(key)) continue
    seen[what].add(key)
    fresh[what] += 1
  }
}

export function giveBack(window: PaceWindow): void {
  for (const what of WHATS) window.fresh[what] += window.sent[what]
  window.sent = none()
}
