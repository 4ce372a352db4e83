import type { SessionRecord } from '../features/session/index.ts'

/** The browser's history entry stores this, and `kept-place.ts` while a person is at a provider or awaits a mailed link. */
export interface ReturnTarget {
  /** The value is a path and query within this site. */
  readonly href: string
  /** If that member's session ended there, this is set and nobody else is redirected. */
  readonly memberId?: number
  /** If the room of the address is known, this is set and nobody is redirected in another room. */
  readonly roomNo?: string | undefined
  /** This room was open when the person followed a link of another room. */
  readonly passed?: string | undefined
}

/** Browsers read `/\\host` as `//host`, and skip tabs and line breaks. */
export const isPlace = (href: unknown): href is string => typeof href === 'string' && /^\/(?![/\\\s])/.test(href)

/** Undefined means the start page of the room. */
export function placeWanted(wanted: ReturnTarget | undefined, session: Pick<SessionRecord, 'id' | 'roomNo'>): string | undefined {
  if (!isPlace(wanted?.href) || (wanted.roomNo ?? session.roomNo) !== session.roomNo) return undefined
  return wanted.memberId === undefined || wanted.memberId === session.id ? wanted.href : undefined
}

export class ReturnToStore {
  #last: Pick<SessionRecord, 'id'> | undefined

  see(session: Pick<SessionRecord, 'id'>): void {
    this.#last = session
  }

  /** @param hasReason true if the session ended by itself. After a logout, nothing is stored. */
  keep(href: string, hasReason: boolean, roomNo?: string): ReturnTarget | undefined {
    const last = this.#last
    this.#last = undefined
    if (!last) return { href, roomNo }
    return hasReason ? { href, roomNo, memberId: last.id } : undefined
  }
}
