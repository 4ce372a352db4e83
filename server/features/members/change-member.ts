import type { Language } from '../../../contract/core/errors.ts'
import { ROLE } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { bookMembers, findRoom } from '../rooms/index.ts'
import { drawPin, issuePin } from './issue-pin.ts'
import { codeMail, pinMail } from './members.mails.ts'
import type { MemberParts } from './members.parts.ts'
import { deleteReplacements, endMember, lockMember, type Right, updateRight, updateRole } from './members.store.ts'

type LockedMember = NonNullable<Awaited<ReturnType<typeof lockMember>>>

/**
 * Runs a change on a living member of the actor's room, whose operators wait for each other here; the actor must still be one of them.
 * @throws Refusal NOT_FOUND for anyone else.
 */
function onMember(
  parts: MemberParts,
  actor: Actor,
  memberId: number,
  change: (tx: Tx, member: LockedMember) => Promise<void>,
): Promise<void> {
  return parts.database.transaction(async (tx) => {
    const member = await lockMember(tx, actor.roomId, memberId)
    await parts.confirm(tx, actor, 'members.manage')
    if (!member) throw new Refusal('NOT_FOUND')
    await change(tx, member)
  })
}

async function roomOf(tx: Tx, actor: Actor): Promise<{ name: string; roomNo: string }> {
  const room = await findRoom(tx, actor.roomId)
  if (!room) throw new Refusal('NOT_FOUND')
  return { name: room.name, roomNo: room.room_no }
}

/** Grants or takes away a right. Taking away access ends every session of the member in the same transaction. */
export function setRight(parts: MemberParts, actor: Actor, change: { memberId: number; right: Right; value: boolean }): Promise<void> {
  const { memberId, right, value } = change
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (member[right] === value) return
    if (right === 'access' && !value && member.isLastOperator) throw new Refusal('LAST_OPERATOR')
    await updateRight(tx, memberId, right, value)
    await parts.activity.record(tx, actor, 'member.right', { memberId, name: member.name, target: right, value })
    if (right === 'access' && !value) {
      // A PIN that is on its way would come back to life with the access.
      await deleteReplacements(tx, memberId)
      await parts.events.shutOut(tx, { roomId: actor.roomId, memberId, reason: 'blocked' })
    }
    await parts.bus.publish(tx, { room: actor.roomId, member: memberId, kind: 'rights' })
  })
}

/** Makes or unmakes an operator; a new one is mailed a code that is stored as a hash only. */
export async function setRole(
  parts: MemberParts,
  actor: Actor,
  change: { memberId: number; roleId: number; language: Language },
): Promise<void> {
  const { memberId, roleId, language } = change
  const code = parts.secrets.drawCode()
  const codeHash = await parts.secrets.hash(code)
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (member.role_id === roleId) return
    if (roleId === ROLE.operator) {
      await updateRole(tx, memberId, codeHash)
      const mail = codeMail(language, await roomOf(tx, actor), member, { code, isNew: true })
      await parts.outbox.queue(tx, { roomId: actor.roomId, memberId, kind: 'code', mail })
    } else {
      if (member.isLastOperator) throw new Refusal('LAST_OPERATOR')
      await updateRole(tx, memberId, null)
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
    await endMember(tx, memberId, parts.clock.now())
    await bookMembers(tx, actor.roomId, -1)
    await parts.activity.record(tx, actor, 'member.removed', { memberId, name: member.name })
    await parts.events.shutOut(tx, { roomId: actor.roomId, memberId, reason: 'removed' })
    await parts.bus.publish(tx, { room: actor.roomId, member: memberId, kind: 'rights' })
  })
}

/** Mails a new PIN; the one before stays good until the new one is used, and an unused new one dies after a day. */
export async function inviteAgain(parts: MemberParts, actor: Actor, memberId: number, language: Language): Promise<void> {
  const drawn = await drawPin(parts.secrets)
  return onMember(parts, actor, memberId, async (tx, member) => {
    await deleteReplacements(tx, memberId)
    const pin = await issuePin(tx, parts, { roomId: actor.roomId, memberId, replacement: true }, drawn)
    const mail = pinMail(language, await roomOf(tx, actor), member, { pin, replacement: true, publicUrl: parts.publicUrl })
    await parts.outbox.queue(tx, { roomId: actor.roomId, memberId, kind: 'pin', mail })
    await parts.activity.record(tx, actor, 'member.invited-again', { memberId, name: member.name })
  })
}
