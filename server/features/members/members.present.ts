import type { z } from 'zod'
import { ROLE } from '../../../contract/core/limits.ts'
import {
  failedMailRow,
  type MailReason,
  mailReason,
  type memberRow,
} from '../../../contract/features/members.ts'
import { type FailedMail, type NewestMail, RENEWABLE } from './mails/mails.read.ts'
import type { MemberRow } from './members.read.ts'

export function presentMember(
  member: MemberRow,
  mail: NewestMail | undefined,
): z.input<typeof memberRow> {
  return {
    id: member.id,
    userId: member.user_id,
    userName: member.name,
    createdAt: member.created_at.toISOString(),
    print: member.can_print,
    download: member.can_download,
    access: member.can_access,
    text: member.can_have_text,
    roleId: member.role_id,
    threadRole: member.thread_role,
    ...(member.role_id === ROLE.operator
      ? { scope: member.operator_scope, isUngrouped: member.group_id === null }
      : membershipOf(member)),
    division: member.division,
    position: member.position,
    email: member.email,
    phone: member.phone,
    lastSeenAt: member.last_seen_at?.toISOString() ?? null,
    mail: mail
      ? {
          id: mail.id,
          kind: mail.kind === 'code' ? 'code' : 'pin',
          status: mail.status,
          reason: reasonOf(mail.last_error),
          attempts: mail.attempts,
          queuedAt: mail.created_at.toISOString(),
        }
      : null,
  }
}

const membershipOf = ({ group_id, group_from, group_until, group_lead }: MemberRow) => ({
  ...(group_lead ? { isLead: true } : {}),
  ...(group_id === null ? {} : { groupId: group_id }),
  ...(group_from === null ? {} : { from: group_from.toISOString() }),
  ...(group_until === null ? {} : { until: group_until.toISOString() }),
})

export function presentFailedMail(mail: FailedMail): z.input<typeof failedMailRow> {
  const kind = failedMailRow.shape.kind.safeParse(mail.kind)
  return {
    id: mail.id,
    kind: kind.success ? kind.data : 'other',
    memberId: mail.member_id,
    userName: mail.name,
    email: mail.email,
    reason: reasonOf(mail.last_error) ?? 'unknown',
    attempts: mail.attempts,
    queuedAt: mail.created_at.toISOString(),
    renewable: RENEWABLE.some((renewable) => renewable === mail.kind),
  }
}

export function reasonOf(noted: string | null): MailReason | null {
  if (noted === null) return null
  const reason = mailReason.safeParse(noted)
  return reason.success ? reason.data : 'unknown'
}
