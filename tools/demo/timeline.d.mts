/** A visit has a person and readings. */
export interface TimelineEvent {
  readonly kind: string
  readonly at: Date
  readonly key?: string
  readonly readings?: readonly {
    readonly part: string
    readonly pages: readonly (readonly [page: number, seconds: number])[]
  }[]
}
export function timelineOf(now: Date): readonly TimelineEvent[]
export function withoutReturns(events: readonly TimelineEvent[]): readonly TimelineEvent[]
