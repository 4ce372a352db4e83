import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { OperatorScope } from '../../../contract/core/permissions.ts'
import type { Phase } from '../../../contract/core/phase.ts'
import type { WatermarkStyle } from '../../../contract/features/rooms.ts'
import type { StepRules } from '../../../contract/features/session/second-step.ts'
import type { AccessTables } from '../../access/access.tables.ts'
import type { Destination } from './sign-on/destinations.ts'
import type { ProviderClaims } from './sign-on/sign-on.rules.ts'

export type EntryMethod = 'pin' | 'link' | 'proof'

export type SessionTables = AccessTables & {
  sessions: {
    id: string
    room_id: number
    member_id: number
    address: string
    created_at: Date
    active_at: Date
    agreed_at: Date | null
    notice_version: number | null
    agreement_version: Generated<number | null>
    raised_at: Date | null
    ended_at: Date | null
    end_reason: string | null
    number: Generated<number>
    parent_id: string | null
    subject_id: number | null
    subject_group_id: Generated<number | null>
    browser: Generated<string>
    system: Generated<string>
    unproven: Generated<boolean>
    by_sign_on: Generated<boolean>
    secured_at: Generated<Date | null>
    /** A trigger sets this by the database clock. */
    seen_at: GeneratedAlways<Date>
    last_visit_at: Date | null
  }
  throttles: { kind: string; subject: string; window_started_at: Date; attempts: number }
  devices: {
    token_hash: Buffer
    room_id: number
    member_id: number
    created_at: Date
    used_at: Date
  }
  entry_links: { token_hash: Buffer; room_id: number; member_id: number; created_at: Date }
  sign_on_starts: {
    state_hash: Buffer
    provider: string
    created_at: Date
    destination: Generated<Destination>
  }
  sign_on_tickets: {
    token_hash: Buffer
    email: string | null
    is_verified: boolean
    said: ColumnType<ProviderClaims, string>
    created_at: Date
  }
  sign_on_bindings: {
    room_id: number
    member_id: number
    issuer: string
    subject_hash: Buffer
    provider: string
    created_at: Date
  }
  proof_links: { token_hash: Buffer; email: string; created_at: Date }
  /** `sessions` are the browser's, opened or presented. */
  address_passkeys: {
    id: Generated<number>
    email: string
    credential_id: Buffer
    public_key: Buffer
    counter: number
    transports: string[]
    backed_up: boolean
    name: string
    created_at: Date
    confirmed_at: Date
    used_at: Date | null
  }
  signed_challenges: { challenge: Buffer; signed_at: Date }
  address_proofs: {
    token_hash: Buffer
    email: string
    created_at: Date
    used_at: Date
    sessions: Generated<string[]>
    /** The value is null if proven by mail. */
    said: ColumnType<ProviderClaims | null, string | null | undefined>
    by_passkey: Generated<boolean>
  }
  authenticator_apps: {
    member_id: number
    room_id: number
    sealed: Buffer
    last_step: number
    created_at: Date
    confirmed_at: Date | null
    used_at: Date | null
  }
  users: { id: number; email: string }
  step_codes: {
    session_id: string
    pin: Buffer | null
    code_hash: Buffer
    created_at: Date
    way: EntryMethod | null
  }
  members: {
    id: number
    room_id: number
    user_id: number
    role_id: number
    operator_scope: OperatorScope
    group_lead: boolean
    name: string
    email: string
    position: string
    can_print: boolean
    can_download: boolean
    can_access: boolean
    can_have_text: boolean
    last_seen_at: Date | null
    group_id: number | null
    group_from: Date | null
    group_until: Date | null
    ended_at: Date | null
  }
  rooms: {
    id: number
    watermark: boolean
    selection: boolean
    strict: boolean
    image_copies: boolean
    agreement_version: number | null
    step_rules: StepRules | null
    mark_density: WatermarkStyle['density']
    mark_strength: number
    zone: string
    phase: Phase
  }
}
