import { LIMITS } from '../../../../contract/core/limits.ts'
import type { ParticipantStatus } from '../../../../contract/features/composed.ts'
import { identityOf } from '../../members/index.ts'
import type { ParticipantRow } from '../templates.read.ts'

const DAY_MS = 24 * 3_600_000

/** Somebody is reminded by itself so long before their time is over. */
export const REMIND_BEFORE_MS = DAY_MS

/** Statuses of those who have still to act. */
const PENDING: readonly ParticipantStatus[] = ['WAITING', 'INVITED', 'OPENED']
/** Statuses of those whose turn it is. */
export const IN_TURN: readonly ParticipantStatus[] = ['INVITED', 'OPENED']

type Standing = Pick<ParticipantRow, 'type' | 'status' | 'sign_order'>

/** Signers and approvers; whoever is merely told has no turn. */
export const acting = <P extends Pick<ParticipantRow, 'type'>>(participants: readonly P[]): P[] =>
  participants.filter(({ type }) => type !== 'CC')

/** Those who come next: of all who have still to act those of the lowest order. Nobody, once all have acted. */
export function nextInTurn<P extends Standing>(participants: readonly P[]): P[] {
  const pending = acting(participants).filter(({ status }) => PENDING.includes(status))
  const turn = Math.min(...pending.map(({ sign_order }) => sign_order))
  return pending.filter(({ sign_order }) => sign_order === turn)
}

/** When an invitation ends that is mailed now. */
export const expiryOf = (now: Date, signValid: number): Date => new Date(now.getTime() + signValid * DAY_MS)

/** Whether somebody was mailed so lately that they are not reminded yet. */
export const isJustMailed = ({ linked_at }: Pick<ParticipantRow, 'linked_at'>, now: Date): boolean =>
  linked_at !== null && now.getTime() - linked_at.getTime() < LIMITS.remindAgainMs

/** Who of the room may not enter it, by the identity of their addresses: null for who is blocked, when for who was removed. */
export type ShutOut = ReadonlyMap<string, Date | null>

/** Whether the owner of an address is blocked now. */
export const isBlocked = (shutOut: ShutOut, email: string): boolean => shutOut.get(identityOf(email)) === null

/** Whether somebody may still be told of a document: not who is blocked, nor who was removed, unless they were mailed a link since. */
export function mayBeTold(shutOut: ShutOut, { email, linked_at }: { email: string; linked_at: Date | null }): boolean {
  const since = shutOut.get(identityOf(email))
  return since === undefined || (since !== null && linked_at !== null && since < linked_at)
}

/** Whether a link is dead since its owner is blocked, or was removed after it was mailed. */
export function isLinkDead(shutOut: ShutOut, { email, linked_at }: { email: string; linked_at: Date | null }): boolean {
  const since = shutOut.get(identityOf(email))
  return since === null || (since !== undefined && linked_at !== null && since >= linked_at)
}
