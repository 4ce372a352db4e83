import { z } from 'zod'
import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { failedMails } from '../../../../contract/features/members.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { mailCopyAgain } from '../accept-notice.ts'
import { inviteAgain, onMember, renewCode } from '../change-member.ts'
import type { MemberParts } from '../members.parts.ts'
import { presentFailedMail } from '../members.present.ts'
import { dismissFailedMail } from '../members.store.ts'
import { findFailedMail, findFailedMails } from './mails.read.ts'

const place = z.tuple([z.int().positive()]).transform(([mailId]) => mailId)

export async function listFailedMails(
  { database }: Pick<MemberParts, 'database'>,
  { roomId }: Actor,
  query: z.output<(typeof failedMails)['query']>,
): Promise<Reply<PayloadIn<typeof failedMails>>> {
  const limit = query.limit ?? LIMITS.listDefault
  const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor, place)
  const found = await findFailedMails(database.db, roomId, { before, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, (last) => encodeCursor([last.id]))
  return { payload: rows.map(presentFailedMail), nextCursor }
}

/** @throws Refusal NOT_FOUND, TOO_MANY; MAIL_GONE without secret or notice. */
export async function renewMail(
  parts: MemberParts,
  actor: Actor,
  mailId: number,
  language: Language,
): Promise<void> {
  const mail = await findFailedMail(parts.database.db, actor.roomId, mailId)
  if (!mail) throw new Refusal('NOT_FOUND')
  if (mail.kind === 'pin') return inviteAgain(parts, actor, mail.member_id, language)
  if (mail.kind === 'code') return renewCode(parts, actor, mail.member_id, language)
  if (mail.kind === 'acceptance') return mailCopyAgain(parts, actor, mail.member_id)
  throw new Refusal('MAIL_GONE')
}

export async function dismissMail(
  parts: Pick<MemberParts, 'database' | 'activity' | 'clock' | 'confirm'>,
  actor: Actor,
  mailId: number,
): Promise<void> {
  const mail = await findFailedMail(parts.database.db, actor.roomId, mailId)
  if (!mail) throw new Refusal('NOT_FOUND')
  const { member_id: memberId, name, kind } = mail
  await onMember(parts, actor, memberId, async (tx) => {
    await dismissFailedMail(tx, mailId, parts.clock.now())
    await parts.activity.record(tx, actor, 'member.mail-dismissed', { memberId, name, mail: kind })
  })
}
