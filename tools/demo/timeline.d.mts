/** Something that happens in the room; of a visit with who comes and what they read. */
export interface TimelineEvent {
  readonly kind: string
  readonly at: Date
  readonly key?: string
  readonly readings?: readonly { readonly part: string; readonly pages: readonly (readonly [page: number, seconds: number])[] }[]
}
export function timelineOf(now: Date): readonly TimelineEvent[]
export function withoutReturns(events: readonly TimelineEvent[]): readonly TimelineEvent[]
