import type { SessionRecord } from '../features/session/index.ts'

/** Stored only with the browser's history entry. */
export interface ReturnTarget {
  /** Path and query within this site. */
  readonly href: string
  /** Set if that member's session ended there. Nobody else is redirected. */
  readonly memberId?: number
  /** Set if its room is known. Nobody is redirected in another one. */
  readonly roomNo?: string | undefined
  /** The room that was open when a link of another one was followed. */
  readonly passed?: string | undefined
}

const isPlace = (href: unknown): href is string => typeof href === 'string' && /^\/(?!\/)/.test(href)

/** Undefined means the room itself. */
export function placeWanted(wanted: ReturnTarget | undefined, session: Pick<SessionRecord, 'id' | 'roomNo'>): string | undefined {
  if (!isPlace(wanted?.href) || (wanted.roomNo ?? session.roomNo) !== session.roomNo) return undefined
  return wanted.memberId === undefined || wanted.memberId === session.id ? wanted.href : undefined
}

export class ReturnToStore {
  #last: Pick<SessionRecord, 'id'> | undefined

  /** Called at each read of the session. */
  see(session: Pick<SessionRecord, 'id'>): void {
    this.#last = session
  }

  /** @param hasReason true if the session ended by itself. A logout keeps nothing. */
  keep(href: string, hasReason: boolean, roomNo?: string): ReturnTarget | undefined {
    const last = this.#last
    this.#last = undefined
    if (!last) return { href, roomNo }
    return hasReason ? { href, roomNo, memberId: last.id } : undefined
  }
}
