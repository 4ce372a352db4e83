import type { Language } from '../../../contract/core/errors.ts'
import { ROLE } from '../../../contract/core/limits.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { AuditActor } from '../audit/index.ts'
import { roomOf } from '../rooms/index.ts'
import { lockMembers } from './lock-members.store.ts'
import { mailNewCode, mailPin } from './mails/mail-secret.ts'
import type { Inviter } from './members.mails.ts'
import type { MemberParts } from './members.parts.ts'
import { findAllOperators } from './members.read.ts'
import { identityOf } from './members.rules.ts'
import type { DrawnOperator } from './open-room.ts'
import { deletePins, deleteReplacements } from './pins/pins.store.ts'

type ResetOperatorParts = Pick<
  MemberParts,
  'activity' | 'secrets' | 'clock' | 'outbox' | 'publicUrl'
>

interface Reset {
  readonly email: string
  readonly drawn: DrawnOperator
  readonly inviter: Inviter
  readonly language: Language
}

/** The caller checks permission. @throws Refusal NOT_FOUND, INVITE_BLOCKED */
export async function resetOperator(
  tx: Tx,
  parts: ResetOperatorParts,
  actor: AuditActor,
  { email, drawn, inviter, language }: Reset,
): Promise<void> {
  const { roomId } = actor
  const found = (await findAllOperators(tx, roomId)).find(
    (each) => identityOf(each.email) === identityOf(email),
  )
  const [member] = found ? await lockMembers(tx, roomId, [found.id]) : []
  if (member?.role_id !== ROLE.operator) throw new Refusal('NOT_FOUND')
  if (!member.access) throw new Refusal('INVITE_BLOCKED')
  const { id: memberId, name } = member
  const to = { member, room: await roomOf(tx, roomId), language }
  const hasEntered = member.last_seen_at !== null
  await (hasEntered ? deleteReplacements(tx, memberId) : deletePins(tx, memberId))
  await mailPin(tx, parts, to, drawn.pin, {
    inviter,
    occasion: hasEntered ? 'replacement' : 'again',
  })
  await mailNewCode(tx, parts, to, drawn.code)
  await parts.activity.record(tx, actor, 'member.invited-again', { memberId, name })
  await parts.activity.record(tx, actor, 'member.code-again', { memberId, name })
}
