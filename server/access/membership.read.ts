import { type RawBuilder, sql } from 'kysely'
import { ROLE } from '../../contract/core/limits.ts'

/** Participants have no access outside their time limits. */
export const isMemberNow = (
  at: Date,
): RawBuilder<boolean> => sql`(members.role_id = ${ROLE.operator} or (
  coalesce(members.group_from <= ${at}, true) and coalesce(members.group_until > ${at}, true)
  and exists (select from groups where groups.id = members.group_id
    and coalesce(groups.starts_at <= ${at}, true) and coalesce(groups.ends_at > ${at}, true))))`
