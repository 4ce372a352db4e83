import type { z } from 'zod'
import type { memberRow } from '../../../contract/features/members.ts'
import type { MemberRow } from './members.read.ts'

/** A member as operators see it. */
export function presentMember(member: MemberRow): z.input<typeof memberRow> {
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
    division: member.division,
    position: member.position,
    email: member.email,
    phone: member.phone,
    lastSeenAt: member.last_seen_at?.toISOString() ?? null,
  }
}
