import type { z } from 'zod'
import type { invitee } from '../../../contract/features/members.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { parseAddress } from '../../platform/mail/address.ts'
import { onMember } from './change-member.ts'
import type { MemberParts } from './members.parts.ts'
import { type LockedMember, updatePlace } from './members.store.ts'

type Row = z.output<typeof invitee>

/** Whether a row says of the person what may not change as it is. */
const isSamePerson = ({ name, email, phone }: LockedMember, row: Row): boolean =>
  row.name === name && parseAddress(row.email.trim()) === email && (row.phone ?? '') === phone

/**
 * Changes division and position of a member; in a whole row what is left out is empty. PIN and mails have gone to the name and the
 * address, so these stay, and so does the phone number.
 * @throws Refusal PERSON_FIXED
 */
export function updateMember(parts: MemberParts, actor: Actor, memberId: number, row: Row): Promise<void> {
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (!isSamePerson(member, row)) throw new Refusal('PERSON_FIXED')
    const before = { division: member.division, position: member.position }
    const after = { division: row.division ?? '', position: row.position ?? '' }
    if (after.division === before.division && after.position === before.position) return
    await updatePlace(tx, memberId, after)
    await parts.activity.record(tx, actor, 'member.updated', { memberId, name: member.name, ...after, before })
  })
}
