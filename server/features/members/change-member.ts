import type { Language } from '../../../contract/core/errors.ts'
import { LIMITS, ROLE } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { bookMembers, findRoom, type RoomRow } from '../rooms/index.ts'
import { drawPin } from './issue-pin.ts'
import { drawCode, mailCode, mailNewCode, mailPin } from './mail-secret.ts'
import { findMailTimes } from './mails.read.ts'
import type { Inviter } from './members.mails.ts'
import type { MemberParts } from './members.parts.ts'
import { findMember } from './members.read.ts'
import {
  deletePins,
  deleteReplacements,
  endMember,
  type LockedMember,
  lockMembers,
  makeOperator,
  type Right,
  restartStanding,
  unmakeOperator,
  updateRight,
} from './members.store.ts'

const HOUR_MS = 3_600_000

/**
 * Runs a change on a living member of the actor's room, whose operators wait for each other here; the actor must still be one of them.
 * @throws Refusal NOT_FOUND for anyone else.
 */
export function onMember<T>(
  parts: MemberParts,
  actor: Actor,
  memberId: number,
  change: (tx: Tx, member: LockedMember) => Promise<T>,
): Promise<T> {
  return parts.database.transaction(async (tx) => {
    const [member] = await lockMembers(tx, actor.roomId, [memberId])
    await parts.confirm(tx, actor, 'members.manage')
    if (!member) throw new Refusal('NOT_FOUND')
    return change(tx, member)
  })
}

/** The operator who acts, as mails name them. */
export async function inviterOf(tx: Tx, actor: Actor): Promise<Inviter> {
  const own = await findMember(tx, actor.roomId, actor.memberId)
  return { name: actor.name, email: actor.email, division: own?.division ?? '', phone: own?.phone ?? '' }
}

export async function roomOf(tx: Tx, actor: Actor): Promise<RoomRow> {
  const room = await findRoom(tx, actor.roomId)
  if (!room) throw new Refusal('NOT_FOUND')
  return room
}

/** While a destruction is asked for, nobody gets rid of those who could withdraw it. @throws Refusal OPERATOR_HELD */
async function refuseWhileAsked(tx: Tx, actor: Actor, { role_id: roleId }: LockedMember): Promise<void> {
  if (roleId === ROLE.operator && (await roomOf(tx, actor)).destroys_at !== null) throw new Refusal('OPERATOR_HELD')
}

/** Grants or takes away a right. Taking away access ends every session of the member in the same transaction. */
export function setRight(parts: MemberParts, actor: Actor, change: { memberId: number; right: Right; value: boolean }): Promise<void> {
  const { memberId, right, value } = change
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (member[right] === value) return
    if (right === 'access' && !value && member.isLastOperator) throw new Refusal('LAST_OPERATOR')
    if (right === 'access' && !value) await refuseWhileAsked(tx, actor, member)
    await updateRight(tx, [memberId], right, value)
    if (right === 'access' && value) await restartStanding(tx, [memberId], parts.clock.now())
    await parts.activity.record(tx, actor, 'member.right', { memberId, name: member.name, target: right, value })
    if (right === 'access' && !value) {
      // A PIN that is on its way would come back to life with the access.
      await deleteReplacements(tx, memberId)
      await parts.events.shutOut(tx, { roomId: actor.roomId, memberId, reason: 'blocked' })
    }
    await parts.bus.publish(tx, { room: actor.roomId, member: memberId, kind: 'rights' })
  })
}

/** Ends every session of a member, who may enter again with the same PIN. @returns how many it were. */
export function endMemberSessions(parts: MemberParts, actor: Actor, memberId: number): Promise<number> {
  return onMember(parts, actor, memberId, async (tx, { name }) => {
    const sessions = await parts.events.signOut(tx, { roomId: actor.roomId, memberId })
    if (sessions > 0) await parts.activity.record(tx, actor, 'member.signed-out', { memberId, name, sessions })
    return sessions
  })
}

/** Mails an operator a new code; the one before is dead. @throws Refusal NOT_FOUND for a participant. */
export async function renewCode(parts: MemberParts, actor: Actor, memberId: number, language: Language): Promise<void> {
  const drawn = await drawCode(parts.secrets)
  await onMember(parts, actor, memberId, async (tx, member) => {
    if (member.role_id !== ROLE.operator) throw new Refusal('NOT_FOUND')
    await mailNewCode(tx, parts, { member, room: await roomOf(tx, actor), language }, drawn)
    await parts.activity.record(tx, actor, 'member.code-again', { memberId, name: member.name })
  })
}

/** Makes or unmakes an operator; a new one is mailed a code that is stored as a hash only. */
export async function setRole(
  parts: MemberParts,
  actor: Actor,
  change: { memberId: number; roleId: number; language: Language },
): Promise<void> {
  const { memberId, roleId, language } = change
  const drawn = await drawCode(parts.secrets)
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (member.role_id === roleId) return
    if (roleId === ROLE.operator) {
      await makeOperator(tx, memberId, { codeHash: drawn.hash, at: parts.clock.now() })
      await mailCode(tx, parts, { member, room: await roomOf(tx, actor), language }, drawn, true)
    } else {
      if (member.isLastOperator) throw new Refusal('LAST_OPERATOR')
      await refuseWhileAsked(tx, actor, member)
      await unmakeOperator(tx, memberId)
      await parts.events.unmadeOperator(tx, { roomId: actor.roomId, memberId })
    }
    await parts.activity.record(tx, actor, 'member.role', { memberId, name: member.name, roleId })
    await parts.bus.publish(tx, { room: actor.roomId, member: memberId, kind: 'rights' })
  })
}

/** Ends a membership for good; the same address can be invited again. */
export function removeMember(parts: MemberParts, actor: Actor, memberId: number): Promise<void> {
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (member.isLastOperator) throw new Refusal('LAST_OPERATOR')
    await refuseWhileAsked(tx, actor, member)
    await endMember(tx, memberId, parts.clock.now())
    await bookMembers(tx, actor.roomId, -1)
    await parts.activity.record(tx, actor, 'member.removed', { memberId, name: member.name })
    await parts.events.shutOut(tx, { roomId: actor.roomId, memberId, reason: 'removed' })
    await parts.bus.publish(tx, { room: actor.roomId, member: memberId, kind: 'rights' })
  })
}

/** @throws Refusal TOO_MANY: a mailbox is not to be filled, and what is sent is waited for. */
export async function refuseFlood(
  tx: Tx,
  { clock }: Pick<MemberParts, 'clock'>,
  memberId: number,
  kinds: readonly string[] = ['pin'],
): Promise<void> {
  const last = await findMailTimes(tx, memberId, { kinds, limit: LIMITS.pinMailsPerHour })
  const first = last[LIMITS.pinMailsPerHour - 1]
  const waits = first ? first.getTime() + HOUR_MS - clock.now().getTime() : 0
  if (waits <= 0) return
  throw new Refusal('TOO_MANY', { retryAfter: Math.ceil(waits / 1_000), variables: { minutes: Math.ceil(waits / 60_000) } })
}

/**
 * Mails a new PIN. Where nobody has entered with the one before, that is dead at once and the new one as good as it was: its mail may have
 * gone anywhere. Who has entered keeps it until the new one is used, since the new mail may be lost; an unused new one dies after a day.
 * @throws Refusal INVITE_BLOCKED, TOO_MANY
 */
export async function inviteAgain(parts: MemberParts, actor: Actor, memberId: number, language: Language): Promise<void> {
  const drawn = await drawPin(parts.secrets)
  return onMember(parts, actor, memberId, async (tx, member) => {
    // A PIN that opens nothing would wait in a mailbox for the end of the block.
    if (!member.access) throw new Refusal('INVITE_BLOCKED')
    await refuseFlood(tx, parts, memberId)
    const replacement = member.last_seen_at !== null
    await (replacement ? deleteReplacements(tx, memberId) : deletePins(tx, memberId))
    const inviter = await inviterOf(tx, actor)
    await mailPin(tx, parts, { member, room: await roomOf(tx, actor), language }, drawn, { inviter, replacement, isAgain: true })
    await parts.activity.record(tx, actor, 'member.invited-again', { memberId, name: member.name })
  })
}
