import type { Generated } from 'kysely'

/** What a challenge is asked for; one for the one is nothing for the other. */
export type Purpose = 'register' | 'raise'

/** The tables of passkeys, for `db.withTables`. */
export type PasskeyTables = {
  passkeys: {
    id: Generated<number>
    room_id: number
    member_id: number
    credential_id: Buffer
    public_key: Buffer
    counter: number
    transports: string[]
    backed_up: boolean
    name: string
    created_at: Date
    used_at: Date | null
  }
  passkey_challenges: { session_id: string; purpose: Purpose; challenge: Buffer; created_at: Date }
}
