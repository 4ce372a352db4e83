import type { z } from 'zod'
import type { invitee } from '../../../contract/features/members.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { parseAddress } from '../../platform/mail/address.ts'
import { onMember } from './change-member.ts'
import type { LockedMember } from './lock-members.store.ts'
import type { MemberParts } from './members.parts.ts'
import { updateAffiliation } from './members.store.ts'

type UpdateMemberInput = z.output<typeof invitee>

const isSamePerson = ({ name, email, phone }: LockedMember, row: UpdateMemberInput): boolean =>
  row.name === name && parseAddress(row.email.trim()) === email && (row.phone ?? '') === phone

/** Omitted fields become empty. PIN and mails fix the rest. @throws Refusal PERSON_FIXED */
export function updateMember(
  parts: Pick<MemberParts, 'database' | 'activity' | 'confirm'>,
  actor: Actor,
  memberId: number,
  row: UpdateMemberInput,
): Promise<void> {
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (!isSamePerson(member, row)) throw new Refusal('PERSON_FIXED')
    const before = { division: member.division, position: member.position }
    const after = { division: row.division ?? '', position: row.position ?? '' }
    if (after.division === before.division && after.position === before.position) return
    await updateAffiliation(tx, memberId, after)
    await parts.activity.record(tx, actor, 'member.updated', {
      memberId,
      name: member.name,
      ...after,
      before,
    })
  })
}
