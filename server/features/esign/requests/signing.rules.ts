import { LIMITS } from '../../../../contract/core/limits.ts'
import type { ParticipantStatus } from '../../../../contract/features/composed.ts'
import { identityOf } from '../../members/index.ts'
import type { ParticipantRow } from '../drafting/templates.read.ts'
import { isPending, partyStatesBefore } from '../signing-states.ts'

const DAY_MS = 24 * 3_600_000

export const REMIND_BEFORE_MS = DAY_MS

/** A party may sign or decline only in its turn, so these are the states of that turn. */
export const IN_TURN: readonly ParticipantStatus[] = partyStatesBefore('DECLINED')

type Turn = Pick<ParticipantRow, 'type' | 'status' | 'sign_order'>

export const acting = <P extends Pick<ParticipantRow, 'type'>>(participants: readonly P[]): P[] =>
  participants.filter(({ type }) => type !== 'CC')

export function nextInTurn<P extends Turn>(participants: readonly P[]): P[] {
  const pending = acting(participants).filter(({ status }) => isPending(status))
  const turn = Math.min(...pending.map(({ sign_order }) => sign_order))
  return pending.filter(({ sign_order }) => sign_order === turn)
}

export const expiryOf = (now: Date, signValid: number): Date =>
  new Date(now.getTime() + signValid * DAY_MS)

export const isJustMailed = (
  { linked_at }: Pick<ParticipantRow, 'linked_at'>,
  now: Date,
): boolean => linked_at !== null && now.getTime() - linked_at.getTime() < LIMITS.remindAgainMs

/** Addresses map to null if blocked, otherwise the removal time. */
export type ShutOut = ReadonlyMap<string, Date | null>

export const isBlocked = (shutOut: ShutOut, email: string): boolean =>
  shutOut.get(identityOf(email)) === null

export function mayBeNotified(
  shutOut: ShutOut,
  { email, linked_at }: { email: string; linked_at: Date | null },
): boolean {
  const since = shutOut.get(identityOf(email))
  return since === undefined || (since !== null && linked_at !== null && since < linked_at)
}

export function isLinkDead(
  shutOut: ShutOut,
  { email, linked_at }: { email: string; linked_at: Date | null },
): boolean {
  const since = shutOut.get(identityOf(email))
  return since === null || (since !== undefined && linked_at !== null && since >= linked_at)
}
