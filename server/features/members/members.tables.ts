import type { Generated, GeneratedAlways } from 'kysely'
import type { Language } from '../../../contract/core/errors.ts'
import type { OperatorScope } from '../../../contract/core/permissions.ts'
import type { ProposalState } from '../../../contract/features/groups/proposals.ts'
import type { MailPace } from '../../../contract/features/session/preferences.ts'
import type { ThreadRole } from '../../../contract/features/threads/thread-roles.ts'
import type { AccessTables } from '../../access/access.tables.ts'

export type MemberTables = Pick<AccessTables, 'groups'> & {
  users: { id: Generated<number>; room_id: number; email: string }
  members: {
    id: Generated<number>
    room_id: number
    user_id: number
    role_id: number
    operator_scope: Generated<OperatorScope>
    name: string
    email: string
    division: string
    position: string
    phone: string
    can_print: boolean
    can_download: boolean
    can_access: Generated<boolean>
    can_have_text: Generated<boolean>
    guides_closed: Generated<string[]>
    code_hash: string | null
    operator_since: Generated<Date | null>
    created_at: Date
    last_seen_at: Date | null
    group_id: Generated<number | null>
    group_from: Generated<Date | null>
    group_until: Generated<Date | null>
    thread_role: Generated<ThreadRole>
    group_lead: Generated<boolean>
    ended_at: Date | null
  }
  proposals: {
    id: GeneratedAlways<number>
    room_id: number
    group_id: number
    proposed_by: number
    proposed_at: Date
    name: string
    email: string
    division: string
    position: string
    note: string
    state: Generated<ProposalState>
    decided_at: Date | null
  }
  pins: {
    lookup: Buffer
    room_id: number
    member_id: number
    hash: string
    replacement: boolean
    issued_at: Date
    used_at: Date | null
    shown: Generated<boolean>
  }
  /** Without a row, the pace is `each`. */
  mail_paces: {
    member_id: number
    room_id: number
    pace: MailPace
    planned_day: string
    /** The database's clock sets this time. */
    mailed_at: Date | null
  }
  address_changes: {
    member_id: number
    room_id: number
    email: string
    code_hash: Buffer
    wrong: Generated<number>
    created_at: Date
  }
  acceptances: {
    member_id: number
    version: number
    room_id: number
    language: Language
    address: string
    accepted_at: Date
  }
}
