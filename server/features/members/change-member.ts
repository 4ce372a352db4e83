import type { Language } from '../../../contract/core/errors.ts'
import { LIMITS, ROLE } from '../../../contract/core/limits.ts'
import type { OperatorScope } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import { relyOn } from '../../access/rules-in-use.store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { RELEASE_RULES } from '../../platform/db/process-row.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { giveBackSeat, roomOf } from '../rooms/index.ts'
import { type LockedMember, lockMembers } from './lock-members.store.ts'
import { drawCode, mailCode, mailNewCode, mailPin } from './mails/mail-secret.ts'
import { findMailTimes } from './mails/mails.read.ts'
import type { Inviter } from './members.mails.ts'
import type { MemberParts } from './members.parts.ts'
import { findMember, keepGroups } from './members.read.ts'
import {
  endMember,
  makeOperator,
  type Right,
  restartSeniority,
  unmakeOperator,
  updateRight,
  updateScope,
} from './members.store.ts'
import { drawPin } from './pins/issue-pin.ts'
import { deletePins, deleteReplacements } from './pins/pins.store.ts'
import { switchedByOthers } from './switched-since.ts'

type RevokingParts = Pick<
  MemberParts,
  'database' | 'activity' | 'bus' | 'clock' | 'events' | 'confirm'
>

const HOUR_MS = 3_600_000

/** Serializes the room's operators and checks the role again. @throws Refusal NOT_FOUND for people of other rooms */
export function onMember<T>(
  parts: Pick<MemberParts, 'database' | 'confirm'>,
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

export async function inviterOf(tx: Tx, actor: Actor): Promise<Inviter> {
  const own = await findMember(tx, actor.roomId, actor.memberId)
  return {
    name: actor.name,
    email: actor.email,
    division: own?.division ?? '',
    phone: own?.phone ?? '',
  }
}

/** Operators could withdraw a requested destruction. @throws Refusal OPERATOR_HELD */
async function refuseWhileAsked(
  tx: Tx,
  actor: Actor,
  { role_id: roleId }: LockedMember,
): Promise<void> {
  if (roleId === ROLE.operator && (await roomOf(tx, actor.roomId)).destroys_at !== null)
    throw new Refusal('OPERATOR_HELD')
}

interface RightOfOne {
  readonly memberId: number
  readonly right: Right
  readonly value: boolean
  readonly undoes?: boolean | undefined
}

/** @throws Refusal LAST_OPERATOR, OPERATOR_HELD; RIGHT_CHANGED for the undo of what somebody else set since */
export function setRight(
  parts: RevokingParts,
  actor: Actor,
  { memberId, right, value, undoes = false }: RightOfOne,
): Promise<void> {
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (undoes && (await switchedByOthers(tx, parts, actor, right)).has(memberId))
      throw new Refusal('RIGHT_CHANGED')
    if (member[right] === value) return
    if (right === 'access' && !value && member.isLastOperator) throw new Refusal('LAST_OPERATOR')
    if (right === 'access' && !value) await refuseWhileAsked(tx, actor, member)
    await updateRight(tx, [memberId], right, value)
    if (right === 'access' && value) await restartSeniority(tx, [memberId], parts.clock.now())
    await parts.activity.record(tx, actor, 'member.right', {
      memberId,
      name: member.name,
      target: right,
      value,
    })
    if (right === 'access' && !value) {
      // A pending PIN would become valid again.
      await deleteReplacements(tx, memberId)
      await parts.events.shutOut(tx, { roomId: actor.roomId, memberId, reason: 'blocked' })
    }
    await parts.bus.publish(tx, { room: actor.roomId, member: memberId, kind: 'rights' })
  })
}

/** The PIN stays valid. @returns the number of sessions */
export function endMemberSessions(
  parts: Pick<MemberParts, 'database' | 'activity' | 'events' | 'confirm'>,
  actor: Actor,
  memberId: number,
): Promise<number> {
  return onMember(parts, actor, memberId, async (tx, { name }) => {
    const sessions = await parts.events.signOut(tx, { roomId: actor.roomId, memberId })
    if (sessions > 0)
      await parts.activity.record(tx, actor, 'member.signed-out', { memberId, name, sessions })
    return sessions
  })
}

/** @throws Refusal NOT_FOUND for participants */
export async function renewCode(
  parts: MemberParts,
  actor: Actor,
  memberId: number,
  language: Language,
): Promise<void> {
  const drawn = await drawCode(parts.secrets)
  await onMember(parts, actor, memberId, async (tx, member) => {
    if (member.role_id !== ROLE.operator) throw new Refusal('NOT_FOUND')
    await mailNewCode(tx, parts, { member, room: await roomOf(tx, actor.roomId), language }, drawn)
    await parts.activity.record(tx, actor, 'member.code-again', { memberId, name: member.name })
  })
}

/** @throws Refusal GROUP_NEEDED; NOT_FOUND for another room's group */
async function groupOf(
  tx: Tx,
  { roomId }: Actor,
  { own, asked }: { readonly own: number | null; readonly asked: number | undefined },
): Promise<number> {
  const groups = await keepGroups(tx, roomId)
  const [only] = groups.size === 1 ? groups : []
  const groupId = asked ?? own ?? only
  if (groupId === undefined) throw new Refusal('GROUP_NEEDED')
  if (!groups.has(groupId)) throw new Refusal('NOT_FOUND')
  return groupId
}

/** @throws Refusal LAST_OPERATOR, OPERATOR_HELD, GROUP_NEEDED, NOT_FOUND */
export async function setRole(
  parts: MemberParts,
  actor: Actor,
  change: {
    memberId: number
    roleId: number
    groupId: number | undefined
    scope: OperatorScope | undefined
    language: Language
  },
): Promise<void> {
  const { memberId, roleId, groupId, scope = 'full', language } = change
  const drawn = await drawCode(parts.secrets)
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (scope === 'content' && roleId === ROLE.operator)
      await relyOn(tx, RELEASE_RULES.operatorScopes)
    if (member.role_id === roleId) {
      if (roleId !== ROLE.operator || change.scope === undefined || member.operator_scope === scope)
        return
      if (member.isLastOperator) throw new Refusal('LAST_OPERATOR')
      await refuseWhileAsked(tx, actor, member)
      await updateScope(tx, memberId, scope, parts.clock.now())
      if (scope === 'content')
        await parts.events.operatorDemoted(tx, { roomId: actor.roomId, memberId })
    } else if (roleId === ROLE.operator) {
      await makeOperator(tx, memberId, { codeHash: drawn.hash, scope, at: parts.clock.now() })
      await mailCode(
        tx,
        parts,
        { member, room: await roomOf(tx, actor.roomId), language },
        drawn,
        true,
      )
    } else {
      if (member.isLastOperator) throw new Refusal('LAST_OPERATOR')
      await refuseWhileAsked(tx, actor, member)
      await unmakeOperator(
        tx,
        memberId,
        await groupOf(tx, actor, { own: member.group_id, asked: groupId }),
      )
      await parts.events.operatorDemoted(tx, { roomId: actor.roomId, memberId })
    }
    await parts.activity.record(tx, actor, 'member.role', {
      ...{ memberId, name: member.name, roleId },
      ...(roleId === ROLE.operator && scope === 'content' ? { scope } : {}),
    })
    await parts.bus.publish(tx, { room: actor.roomId, member: memberId, kind: 'rights' })
  })
}

export function removeMember(parts: RevokingParts, actor: Actor, memberId: number): Promise<void> {
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (member.isLastOperator) throw new Refusal('LAST_OPERATOR')
    await refuseWhileAsked(tx, actor, member)
    await endMember(tx, memberId, parts.clock.now())
    await giveBackSeat(tx, actor.roomId)
    await parts.activity.record(tx, actor, 'member.removed', { memberId, name: member.name })
    await parts.events.shutOut(tx, { roomId: actor.roomId, memberId, reason: 'removed' })
    await parts.bus.publish(tx, { room: actor.roomId, member: memberId, kind: 'rights' })
  })
}

/** Protects mailboxes from floods. @throws Refusal TOO_MANY */
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
  throw new Refusal('TOO_MANY', {
    retryAfter: Math.ceil(waits / 1_000),
    variables: { minutes: Math.ceil(waits / 60_000) },
  })
}

/**
 * An unused PIN ends at once, because its mail may be anywhere. Later it lasts until the new one is used.
 * @throws Refusal INVITE_BLOCKED, TOO_MANY
 */
export async function inviteAgain(
  parts: MemberParts,
  actor: Actor,
  memberId: number,
  language: Language,
): Promise<void> {
  const drawn = await drawPin(parts.secrets)
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (!member.access) throw new Refusal('INVITE_BLOCKED')
    await refuseFlood(tx, parts, memberId)
    const hasEntered = member.last_seen_at !== null
    await (hasEntered ? deleteReplacements(tx, memberId) : deletePins(tx, memberId))
    const inviter = await inviterOf(tx, actor)
    await mailPin(tx, parts, { member, room: await roomOf(tx, actor.roomId), language }, drawn, {
      inviter,
      occasion: hasEntered ? 'replacement' : 'again',
    })
    await parts.activity.record(tx, actor, 'member.invited-again', { memberId, name: member.name })
  })
}
