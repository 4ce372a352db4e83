import type { SessionRecord } from '../features/session/index.ts'

export interface ReturnTarget {
  readonly href: string
  /** If that member's session ended, nobody else is redirected. */
  readonly memberId?: number
  readonly roomNo?: string | undefined
  /** This room was open when the link was followed. */
  readonly passed?: string | undefined
}

/** Browsers read `/\\host` as `//host`, and skip tabs and line breaks. */
export const isPlace = (href: unknown): href is string =>
  typeof href === 'string' && /^\/(?![/\\\s])/.test(href)

export function placeWanted(
  wanted: ReturnTarget | undefined,
  session: Pick<SessionRecord, 'id' | 'roomNo'>,
): string | undefined {
  if (!isPlace(wanted?.href) || (wanted.roomNo ?? session.roomNo) !== session.roomNo)
    return undefined
  return wanted.memberId === undefined || wanted.memberId === session.id ? wanted.href : undefined
}

export class ReturnToStore {
  #last: Pick<SessionRecord, 'id'> | undefined

  see(session: Pick<SessionRecord, 'id'>): void {
    this.#last = session
  }

  /** @param hasReason true if the session ended by itself; a logout stores nothing. */
  keep(href: string, hasReason: boolean, roomNo?: string): ReturnTarget | undefined {
    const last = this.#last
    this.#last = undefined
    if (!last) return { href, roomNo }
    return hasReason ? { href, roomNo, memberId: last.id } : undefined
  }
}
