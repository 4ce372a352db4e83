import type { Language } from '../../../../contract/core/errors.ts'
import { ROLE } from '../../../../contract/core/limits.ts'
import { isRoomAccessible } from '../../../../contract/core/permissions.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { lockTree, roomOf } from '../../rooms/index.ts'
import { inviterOf, onMember } from '../change-member.ts'
import { invitePrepared, prepareInvitation } from '../invite-members.ts'
import { namesOf } from '../mails/mail-secret.ts'
import type { MemberParts } from '../members.parts.ts'
import { isReachable, keepGroups } from '../members.read.ts'
import { decidedMail } from './proposals.mails.ts'
import { findGroupName, findLead, findProposal, holdProposal } from './proposals.read.ts'
import { updateLead, updateProposal } from './proposals.store.ts'

/** Applies to open sessions. @throws Refusal NOT_FOUND for an operator */
export function setLead(
  parts: Pick<MemberParts, 'database' | 'activity' | 'bus' | 'confirm'>,
  actor: Actor,
  { memberId, isLead }: { readonly memberId: number; readonly isLead: boolean },
): Promise<void> {
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (member.role_id === ROLE.operator || member.group_id === null) throw new Refusal('NOT_FOUND')
    if (member.group_lead === isLead) return
    await updateLead(tx, memberId, isLead)
    const group = await findGroupName(tx, member.group_id)
    await parts.activity.record(tx, actor, 'member.lead', {
      memberId,
      name: member.name,
      group,
      isLead,
    })
    await parts.bus.publish(tx, { room: actor.roomId, member: memberId, kind: 'rights' })
  })
}

interface Decision {
  readonly proposalId: number
  readonly isAdmitted: boolean
  readonly language: Language
}

/** @throws Refusal NOT_FOUND, PROPOSAL_DECIDED, EMAIL_DUPLICATE, USER_LIMIT */
export async function decideProposal(
  parts: MemberParts,
  actor: Actor,
  { proposalId, isAdmitted, language }: Decision,
): Promise<void> {
  const { roomId } = actor
  const asked = await findProposal(parts.database.db, roomId, proposalId)
  if (!asked) throw new Refusal('NOT_FOUND')
  const { name, email, division, position, group_id: groupId } = asked
  const prepared = isAdmitted
    ? await prepareInvitation(parts, [{ name, email, division, position, groupId }])
    : undefined
  await parts.database.transaction(async (tx) => {
    await parts.confirm(tx, actor, 'members.manage')
    // Rights lock room before groups; removals groups before proposals.
    await lockTree(tx, roomId)
    await keepGroups(tx, roomId)
    const proposal = await holdProposal(tx, roomId, proposalId)
    if (!proposal) throw new Refusal('NOT_FOUND')
    if (proposal.state !== 'waiting') throw new Refusal('PROPOSAL_DECIDED')
    if (prepared)
      await invitePrepared(tx, parts, actor, prepared, {
        inviter: await inviterOf(tx, actor),
        language,
      })
    const at = parts.clock.now()
    await updateProposal(tx, proposalId, isAdmitted ? 'admitted' : 'declined', at)
    const details = {
      memberId: proposal.proposed_by,
      name: proposal.lead_name,
      proposed: name,
      email,
      group: proposal.group_name,
    }
    await parts.activity.record(
      tx,
      actor,
      isAdmitted ? 'member.proposal-admitted' : 'member.proposal-declined',
      details,
    )
    const [room, to] = [await roomOf(tx, roomId), await findLead(tx, proposal.proposed_by, groupId)]
    if (
      !to ||
      !isRoomAccessible(room.phase, ROLE.participant) ||
      !(await isReachable(tx, roomId, proposal.proposed_by, at))
    )
      return
    const mail = decidedMail({
      room: namesOf(room),
      to,
      publicUrl: parts.publicUrl,
      person: name,
      isAdmitted,
    })
    await parts.outbox.queue(tx, { roomId, memberId: proposal.proposed_by, kind: 'proposal', mail })
  })
}
