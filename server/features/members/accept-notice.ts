import type { Language } from '../../../contract/core/errors.ts'
import { NOTICE } from '../../../contract/core/notice.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { lastAccepted, roomOf } from '../rooms/index.ts'
import { onMember } from './change-member.ts'
import { acceptanceMail } from './mails/acceptance.mails.ts'
import { namesOf } from './mails/mail-secret.ts'
import type { MemberParts } from './members.parts.ts'
import { type Acceptance, findLastAcceptance } from './members.read.ts'
import { insertAcceptance } from './members.store.ts'

interface NoticeAcceptor {
  readonly roomId: number
  readonly memberId: number
  readonly name: string
  readonly email: string
}

/** @throws Refusal NOT_FOUND without the room */
async function mailCopy(
  tx: Tx,
  { outbox }: Pick<MemberParts, 'outbox'>,
  to: NoticeAcceptor,
  acceptance: Acceptance,
): Promise<void> {
  const { roomId, memberId } = to
  const room = await roomOf(tx, roomId)
  const mail = acceptanceMail({ ...namesOf(room), zone: room.zone }, to, acceptance)
  await outbox.queue(tx, { roomId, memberId, kind: 'acceptance', mail })
}

/** @param how language and time of reading */
export async function acceptNotice(
  tx: Tx,
  parts: Pick<MemberParts, 'outbox'>,
  person: NoticeAcceptor & { readonly address: string },
  how: { readonly language: Language; readonly at: Date },
): Promise<void> {
  const { roomId, memberId, address } = person
  const acceptance = { version: NOTICE.version, address, ...how }
  if (await insertAcceptance(tx, { roomId, memberId, ...acceptance }))
    await mailCopy(tx, parts, person, acceptance)
}

/** @throws Refusal NOT_FOUND if nothing was accepted */
export function mailCopyAgain(
  parts: Pick<MemberParts, 'database' | 'outbox' | 'encryptor' | 'activity' | 'confirm'>,
  actor: Actor,
  memberId: number,
): Promise<void> {
  return onMember(parts, actor, memberId, async (tx, { name, email }) => {
    const { roomId } = actor
    const to = { roomId, memberId, name, email }
    const acceptance = await findLastAcceptance(tx, memberId)
    const own = await lastAccepted(tx, parts, roomId, memberId)
    if (own && !(acceptance && acceptance.at > own.at)) await own.mailAgain(tx, to)
    else if (acceptance) await mailCopy(tx, parts, to, acceptance)
    else throw new Refusal('NOT_FOUND')
    await parts.activity.record(tx, actor, 'member.copy-again', { memberId, name })
  })
}
