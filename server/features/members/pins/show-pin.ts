import type { Language } from '../../../../contract/core/errors.ts'
import { ROLE } from '../../../../contract/core/limits.ts'
import { formatPin } from '../../../../contract/core/pin.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { roomOf } from '../../rooms/index.ts'
import { inviterOf, onMember, refuseFlood } from '../change-member.ts'
import type { LockedMember } from '../lock-members.store.ts'
import { namesOf } from '../mails/mail-secret.ts'
import { findNewestMails } from '../mails/mails.read.ts'
import { shownMail } from '../members.mails.ts'
import type { MemberParts } from '../members.parts.ts'
import { drawPin, issuePin } from './issue-pin.ts'
import { deletePins } from './pins.store.ts'

const MAIL_KIND = 'pin-shown'

/**
 * Invalidates all earlier PINs.
 * @throws Refusal CODE_DIFFERS, PIN_OF_OPERATOR, PIN_OF_BLOCKED, PIN_IN_USE, PIN_MAILED, TOO_MANY
 */
export async function showPin(
  parts: MemberParts,
  actor: Actor,
  {
    memberId,
    code,
    language,
  }: { readonly memberId: number; readonly code: string; readonly language: Language },
): Promise<string> {
  await parts.requireCode(actor, code)
  const drawn = await drawPin(parts.secrets)
  return onMember(parts, actor, memberId, async (tx, member) => {
    await refuseUnlessShowable(tx, parts, member)
    await refuseFlood(tx, parts, memberId, [MAIL_KIND])
    await deletePins(tx, memberId)
    const pin = await issuePin(
      tx,
      parts,
      { roomId: actor.roomId, memberId, replacement: false, shown: true },
      drawn,
    )
    const mail = shownMail(
      language,
      namesOf(await roomOf(tx, actor.roomId)),
      member,
      await inviterOf(tx, actor),
    )
    await parts.outbox.queue(tx, { roomId: actor.roomId, memberId, kind: MAIL_KIND, mail })
    await parts.activity.record(tx, actor, 'member.pin-shown', { memberId, name: member.name })
    return formatPin(pin)
  })
}

/** A PIN impersonates the person, so it is shown only before any entry or mail. */
async function refuseUnlessShowable(
  tx: Tx,
  { mailIsFiles }: Pick<MemberParts, 'mailIsFiles'>,
  member: LockedMember,
): Promise<void> {
  if (member.role_id === ROLE.operator) throw new Refusal('PIN_OF_OPERATOR')
  if (!member.access) throw new Refusal('PIN_OF_BLOCKED')
  if (member.last_seen_at !== null) throw new Refusal('PIN_IN_USE')
  if (!mailIsFiles && (await findNewestMails(tx, [member.id])).get(member.id)?.status !== 'failed')
    throw new Refusal('PIN_MAILED')
}
