import type { ErrorCode } from '../../../contract/core/errors.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { NOTICE } from '../../../contract/core/notice.ts'
import type { SessionState } from '../../../contract/core/permissions.ts'

export type EndReason =
  | 'logout'
  | 'idle'
  | 'expired'
  | 'blocked'
  | 'removed'
  | 'replaced'
  | 'elsewhere'
  | 'operator'
  | 'destroyed'

/** Views end with session or operator area (`session`), access (`person`), or `group`. */
export type ViewAsEnd = 'left' | 'replaced' | 'session' | 'person' | 'group'

export type SessionEvent = 'prove' | 'agree' | 'raise' | 'lower' | 'end'

export const TRANSITIONS: Record<
  SessionState | 'ended',
  Partial<Record<SessionEvent, SessionState | 'ended'>>
> = {
  unproven: { prove: 'joined', end: 'ended' },
  joined: { agree: 'agreed', end: 'ended' },
  agreed: { agree: 'agreed', raise: 'raised', end: 'ended' },
  raised: { agree: 'raised', raise: 'raised', lower: 'agreed', end: 'ended' },
  ended: {},
}

export interface StoredSession {
  readonly isUnproven: boolean
  readonly createdAt: Date
  readonly activeAt: Date
  readonly noticeVersion: number | null
  /** The first is the accepted version of the room's agreement, and `roomAgreement` the required one. */
  readonly agreementVersion: number | null
  readonly roomAgreement: number | null
  readonly elevatedAt: Date | null
  readonly endedAt: Date | null
}

/** No activity postpones this time. */
export const endOf = (createdAt: Date): Date => new Date(createdAt.getTime() + LIMITS.sessionMs)

export const secondsLeft = (endsAt: Date, now: Date): number =>
  Math.max(0, Math.floor((endsAt.getTime() - now.getTime()) / 1_000))

const hasAccepted = ({ noticeVersion, agreementVersion, roomAgreement }: StoredSession): boolean =>
  roomAgreement === null ? noticeVersion === NOTICE.version : agreementVersion === roomAgreement

export function stateAt(
  session: StoredSession,
  now: Date,
): SessionState | 'ended' | 'idle' | 'expired' {
  if (session.endedAt) return 'ended'
  if (now.getTime() - session.activeAt.getTime() >= LIMITS.idleMs) return 'idle'
  if (now >= endOf(session.createdAt)) return 'expired'
  if (session.isUnproven) return 'unproven'
  if (!hasAccepted(session)) return 'joined'
  if (session.elevatedAt && now.getTime() - session.elevatedAt.getTime() < LIMITS.elevatedMs)
    return 'raised'
  return 'agreed'
}

export const END_CODES: Record<EndReason, ErrorCode> = {
  logout: 'SESSION_ENDED',
  idle: 'SESSION_IDLE',
  expired: 'SESSION_EXPIRED',
  blocked: 'ACCESS_BLOCKED',
  removed: 'SESSION_ENDED',
  replaced: 'SESSION_ENDED',
  elsewhere: 'ENDED_ELSEWHERE',
  operator: 'ENDED_BY_OPERATOR',
  destroyed: 'ROOM_CLOSED',
}

/** Keeps three numbers of IPv4 or 48 bits of IPv6. */
export function shortAddress(address: string): string {
  const four = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1]
  if (four !== undefined) return `${four}.x`
  const head = address.split('::')[0]?.split(':').slice(0, 3).join(':')
  return head ? `${head}:…` : '::…'
}

export const shortEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')

export const isStepCodeExpired = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= LIMITS.stepCodeMs

const PIN_DAYS = 90
const HOUR_MS = 3_600_000
export const REPLACEMENT_MS = 24 * HOUR_MS

export function isPinExpired(
  pin: { replacement: boolean; issued_at: Date; used_at: Date | null },
  now: Date,
): boolean {
  const lifetime = pin.replacement ? REPLACEMENT_MS : PIN_DAYS * 24 * HOUR_MS
  return now.getTime() - (pin.used_at ?? pin.issued_at).getTime() >= lifetime
}
