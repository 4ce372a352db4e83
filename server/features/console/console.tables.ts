import type { Generated } from 'kysely'
import type { Language } from '../../../contract/core/language.ts'
import type {
  OperatorRequestKind,
  OperatorRequestState,
} from '../../../contract/features/console/operator-request-states.ts'

export type ConsoleTables = {
  administrators: {
    id: Generated<number>
    email: string
    name: string
    created_at: Date
    ended_at: Generated<Date | null>
    needs_invitation: Generated<boolean>
  }
  administrator_accounts: {
    administrator_id: number
    issuer: string
    /** This is the HMAC of issuer and subject. */
    subject_hash: Buffer
    provider: string
    bound_at: Date
    used_at: Date
  }
  administrator_passkeys: {
    id: Generated<number>
    administrator_id: number
    credential_id: Buffer
    public_key: Buffer
    counter: number
    backed_up: boolean
    created_at: Date
    used_at: Generated<Date | null>
  }
  administrator_sessions: {
    id: Generated<number>
    administrator_id: number
    /** This is a keyed hash of the session token. */
    hash: Buffer
    created_at: Date
    seen_at: Date
  }
  administrator_invitations: {
    hash: Buffer
    administrator_id: number
    expires_at: Date
    made_by: Generated<number | null>
  }
  spent_console_challenges: { hash: Buffer; spent_at: Date }
  console_log: {
    id: Generated<number>
    at: Date
    name: string
    email: string
    address: string
    kind: string
    room_id: number | null
    about: string | null
  }
  operator_requests: {
    id: Generated<number>
    room_id: number
    kind: OperatorRequestKind
    email: string
    name: string | null
    made_by: Generated<number | null>
    asked_by: string
    asked_by_email: string
    address: string
    language: Language
    created_at: Date
    due_at: Date
    state: Generated<OperatorRequestState>
    decided_at: Generated<Date | null>
  }
}
