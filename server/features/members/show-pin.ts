import type { Language } from '../../../contract/core/errors.ts'
import { ROLE } from '../../../contract/core/limits.ts'
import { formatPin } from '../../../contract/core/pin.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { inviterOf, onMember, refuseFlood, roomOf } from './change-member.ts'
import { drawPin, issuePin } from './issue-pin.ts'
import { namesOf } from './mail-secret.ts'
import { findNewestMails } from './mails.read.ts'
import { shownMail } from './members.mails.ts'
import type { MemberParts } from './members.parts.ts'
import { deletePins, type LockedMember } from './members.store.ts'

const MAIL_KIND = 'pin-shown'

/**
 * Answers a fresh PIN of a participant to an operator, who passes it on. The PINs before it are dead, so the mailed one opens nothing more.
 * @returns the PIN as people read it; nothing else remembers it.
 * @throws Refusal CODE_DIFFERS, PIN_OF_OPERATOR, PIN_OF_BLOCKED, PIN_IN_USE, PIN_MAILED, TOO_MANY
 */
export async function showPin(
  parts: MemberParts,
  actor: Actor,
  { memberId, code, language }: { readonly memberId: number; readonly code: string; readonly language: Language },
): Promise<string> {
  await parts.requireCode(actor, code)
  const drawn = await drawPin(parts.secrets)
  return onMember(parts, actor, memberId, async (tx, member) => {
    await refuseUnlessShowable(tx, parts, member)
    await refuseFlood(tx, parts, memberId, [MAIL_KIND])
    await deletePins(tx, memberId)
    const pin = await issuePin(tx, parts, { roomId: actor.roomId, memberId, replacement: false, shown: true }, drawn)
    const mail = shownMail(language, namesOf(await roomOf(tx, actor)), member, await inviterOf(tx, actor))
    await parts.outbox.queue(tx, { roomId: actor.roomId, memberId, kind: MAIL_KIND, mail })
    await parts.activity.record(tx, actor, 'member.pin-shown', { memberId, name: member.name })
    return formatPin(pin)
  })
}

/**
 * Whoever holds the PIN of a person enters as that person, so it is shown only where nobody has done so yet and no mail brings it.
 * @throws Refusal PIN_OF_OPERATOR, PIN_OF_BLOCKED, PIN_IN_USE, PIN_MAILED
 */
async function refuseUnlessShowable(tx: Tx, { mailIsFiles }: MemberParts, member: LockedMember): Promise<void> {
  if (member.role_id === ROLE.operator) throw new Refusal('PIN_OF_OPERATOR')
  if (!member.access) throw new Refusal('PIN_OF_BLOCKED')
  if (member.last_seen_at !== null) throw new Refusal('PIN_IN_USE')
  if (!mailIsFiles && (await findNewestMails(tx, [member.id])).get(member.id)?.status !== 'failed') throw new Refusal('PIN_MAILED')
}
