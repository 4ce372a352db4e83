import { timingSafeEqual } from 'node:crypto'
import type { ErrorCode, Language } from '../../../contract/core/errors.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { parseStepCode } from '../../../contract/core/step-code.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { parseAddress } from '../../platform/mail/address.ts'
import { roomOf } from '../rooms/index.ts'
import {
  deleteAddressChange,
  findUserOf,
  holdAddressChange,
  noteWrongCode,
  putAddressChange,
  updateEmail,
  updateName,
} from './address.store.ts'
import { onMember, refuseFlood } from './change-member.ts'
import type { LockedMember } from './lock-members.store.ts'
import { namesOf } from './mails/mail-secret.ts'
import { addressMail, movedMail } from './members.mails.ts'
import type { MemberParts } from './members.parts.ts'

const MAIL_KIND = 'address'

export function renameSelf(
  parts: Pick<MemberParts, 'database' | 'activity' | 'bus' | 'confirm'>,
  actor: Actor,
  name: string,
): Promise<void> {
  const { memberId, roomId } = actor
  return onMember(parts, actor, memberId, async (tx, member) => {
    if (member.name === name) return
    await updateName(tx, memberId, name)
    await parts.activity.record(tx, actor, 'member.renamed', {
      memberId,
      name,
      before: member.name,
    })
    await parts.bus.publish(tx, { room: roomId, member: memberId, kind: 'rights' })
  })
}

const codeHashOf = (
  { secrets }: Pick<MemberParts, 'secrets'>,
  memberId: number,
  email: string,
  code: string,
): Buffer => secrets.digestOf('address', `${memberId} ${email} ${code}`)

/** @throws Refusal EMAIL_FORMAT, ADDRESS_UNCHANGED, EMAIL_DUPLICATE, TOO_MANY */
export async function askForAddress(
  parts: Pick<MemberParts, 'database' | 'secrets' | 'outbox' | 'clock' | 'confirm'>,
  actor: Actor,
  text: string,
  language: Language,
): Promise<void> {
  const email = parseAddress(text.trim())
  if (email === undefined)
    throw new Refusal('EMAIL_FORMAT', { variables: { list: text.trim().slice(0, 254) } })
  const { memberId, roomId } = actor
  await onMember(parts, actor, memberId, async (tx, member) => {
    if (member.email === email) throw new Refusal('ADDRESS_UNCHANGED')
    await refuseTaken(tx, actor, email)
    await refuseFlood(tx, parts, memberId, [MAIL_KIND])
    const code = parts.secrets.drawStepCode()
    await putAddressChange(tx, {
      memberId,
      roomId,
      email,
      codeHash: codeHashOf(parts, memberId, email, code),
      at: parts.clock.now(),
    })
    const mail = addressMail(
      language,
      namesOf(await roomOf(tx, actor.roomId)),
      { name: member.name, email },
      code,
    )
    await parts.outbox.queue(tx, { roomId, memberId, kind: MAIL_KIND, mail })
  })
}

/** Addresses stay with one person, even former members. */
async function refuseTaken(tx: Tx, { roomId, userId }: Actor, email: string): Promise<void> {
  const owner = await findUserOf(tx, roomId, email)
  if (owner !== undefined && owner !== userId)
    throw new Refusal('EMAIL_DUPLICATE', { variables: { list: email } })
}

/**
 * Notifies the previous address.
 * @throws Refusal BAD_REQUEST if malformed (not counted), STEP_REFUSED, STEP_SPENT, STEP_EXPIRED, EMAIL_DUPLICATE
 */
export async function confirmAddress(
  parts: MemberParts,
  actor: Actor,
  text: string,
  language: Language,
): Promise<string> {
  const code = parseStepCode(text)
  if (code === undefined) throw new Refusal('BAD_REQUEST')
  const outcome = await onMember(parts, actor, actor.memberId, async (tx, member) => {
    const asked = await holdAddressChange(tx, member.id)
    if (!asked || parts.clock.now().getTime() - asked.created_at.getTime() >= LIMITS.addressCodeMs)
      return refusing('STEP_EXPIRED')
    if (asked.wrong >= LIMITS.addressCodeTries) return refusing('STEP_SPENT')
    if (!timingSafeEqual(asked.code_hash, codeHashOf(parts, member.id, asked.email, code))) {
      // The count must commit before the refusal.
      await noteWrongCode(tx, member.id)
      return refusing(asked.wrong + 1 < LIMITS.addressCodeTries ? 'STEP_REFUSED' : 'STEP_SPENT')
    }
    await refuseTaken(tx, actor, asked.email)
    await moveTo(tx, parts, actor, member, asked.email, language)
    return { email: asked.email }
  })
  if ('refused' in outcome) throw new Refusal(outcome.refused)
  return outcome.email
}

const refusing = (refused: ErrorCode) => ({ refused })

async function moveTo(
  tx: Tx,
  parts: Pick<MemberParts, 'outbox' | 'activity' | 'bus' | 'events'>,
  actor: Actor,
  member: LockedMember,
  email: string,
  language: Language,
): Promise<void> {
  const { memberId, roomId, userId } = actor
  const { name, email: before } = member
  await updateEmail(tx, { memberId, userId, email })
  await deleteAddressChange(tx, memberId)
  await parts.events.addressChanged(tx, { memberId, before })
  await parts.activity.record(tx, actor, 'member.address', { memberId, name, email, before })
  if (!before.endsWith('@localhost')) {
    const mail = movedMail(
      language,
      namesOf(await roomOf(tx, actor.roomId)),
      { name, email: before },
      email,
    )
    await parts.outbox.queue(tx, { roomId, memberId, kind: 'address-changed', mail })
  }
  await parts.bus.publish(tx, { room: roomId, member: memberId, kind: 'rights' })
}
