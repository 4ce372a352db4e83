import type { SessionRecord } from '../features/session/index.ts'

/** Where somebody was going who has to come in first, kept with the entry of the browser's history alone. */
export interface Wanted {
  /** A place of ours: path and query. */
  readonly href: string
  /** Whose place it was, where a session ended there by itself: nobody else is led to it. */
  readonly memberId?: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly wanted?: Wanted | undefined
  }
}

const isPlace = (href: unknown): href is string => typeof href === 'string' && /^\/(?!\/)/.test(href)

/** Where somebody who has come in goes on to, undefined where there is nothing but the room. */
export function placeWanted(wanted: Wanted | undefined, session: Pick<SessionRecord, 'id'>): string | undefined {
  if (!isPlace(wanted?.href)) return undefined
  return wanted.memberId === undefined || wanted.memberId === session.id ? wanted.href : undefined
}

/** Remembers whose session ended, so that its place is kept for that person. */
export class PlaceKeeper {
  #last: Pick<SessionRecord, 'id'> | undefined

  /** Called with each look at the session while there is one. */
  see(session: Pick<SessionRecord, 'id'>): void {
    this.#last = session
  }

  /**
   * What is kept of a place that asks for a session where there is none.
   * @param hasReason whether the last one ended by itself; who has logged out wants nothing any more.
   */
  keep(href: string, hasReason: boolean): Wanted | undefined {
    const last = this.#last
    this.#last = undefined
    if (!last) return { href }
    return hasReason ? { href, memberId: last.id } : undefined
  }
}
