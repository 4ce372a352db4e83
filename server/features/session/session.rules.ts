import type { ErrorCode } from '../../../contract/core/errors.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { NOTICE } from '../../../contract/core/notice.ts'
import type { SessionState } from '../../../contract/core/permissions.ts'

export type EndReason = 'logout' | 'idle' | 'expired' | 'blocked' | 'removed' | 'replaced' | 'elsewhere' | 'operator' | 'destroyed'

/** How viewing as another person ends: by the operator, by the next such view, with session or operator area, with the person's access. */
export type ViewAsEnd = 'left' | 'replaced' | 'session' | 'person'

/** What happens to a session. */
export type SessionEvent = 'prove' | 'agree' | 'raise' | 'lower' | 'end'

/** The whole life of a session: what is not named here cannot happen. */
export const TRANSITIONS: Record<SessionState | 'ended', Partial<Record<SessionEvent, SessionState | 'ended'>>> = {
  unproven: { prove: 'joined', end: 'ended' },
  joined: { agree: 'agreed', end: 'ended' },
  agreed: { agree: 'agreed', raise: 'raised', end: 'ended' },
  raised: { agree: 'raised', raise: 'raised', lower: 'agreed', end: 'ended' },
  ended: {},
}

/** By what a stored session stands. */
export interface StoredSession {
  /** It waits for the mailed code of the second step. */
  readonly isUnproven: boolean
  readonly createdAt: Date
  readonly activeAt: Date
  /** The version of the notice that was agreed to; an older one counts no more. */
  readonly noticeVersion: number | null
  readonly raisedAt: Date | null
  readonly endedAt: Date | null
}

/** When a session ends at the latest: no sign of life and nothing that is done in it postpones that. */
export const endOf = (createdAt: Date): Date => new Date(createdAt.getTime() + LIMITS.sessionMs)

/** Seconds until then, none below zero. */
export const secondsLeft = (endsAt: Date, now: Date): number => Math.max(0, Math.floor((endsAt.getTime() - now.getTime()) / 1_000))

/** The state of a session at a moment; an operator area that was open for too long has closed by itself, an idle or old session has ended. */
export function stateAt(session: StoredSession, now: Date): SessionState | 'ended' | 'idle' | 'expired' {
  if (session.endedAt) return 'ended'
  if (now.getTime() - session.activeAt.getTime() >= LIMITS.idleMs) return 'idle'
  if (now >= endOf(session.createdAt)) return 'expired'
  if (session.isUnproven) return 'unproven'
  if (session.noticeVersion !== NOTICE.version) return 'joined'
  if (session.raisedAt && now.getTime() - session.raisedAt.getTime() < LIMITS.raisedMs) return 'raised'
  return 'agreed'
}

/** What the bearer of an ended session is told. */
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

/** An address without its last part, by which a person knows a place again: an IPv4 address without its last number, of IPv6 the first 48 bits. */
export function shortAddress(address: string): string {
  const four = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1]
  if (four !== undefined) return `${four}.x`
  const head = address.split('::')[0]?.split(':').slice(0, 3).join(':')
  return head ? `${head}:…` : '::…'
}

/** A mail address by which its owner knows it: the first letter of the name, and the domain. */
export const shortEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')

/** Whether a mailed code of the second step is past its time. */
export const isStepCodeExpired = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() >= LIMITS.stepCodeMs

/** A PIN that nobody used for so long is dead. */
const PIN_DAYS = 90
const HOUR_MS = 3_600_000
/** A new PIN beside the one before waits so long for its first use. */
export const REPLACEMENT_MS = 24 * HOUR_MS

/** Whether a PIN is past its time. */
export function isPinExpired(pin: { replacement: boolean; issued_at: Date; used_at: Date | null }, now: Date): boolean {
  const lifetime = pin.replacement ? REPLACEMENT_MS : PIN_DAYS * 24 * HOUR_MS
  return now.getTime() - (pin.used_at ?? pin.issued_at).getTime() >= lifetime
}
