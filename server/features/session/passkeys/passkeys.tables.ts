import type { Generated } from 'kysely'

/** A challenge is valid for its own purpose only. */
export type Purpose = 'register' | 'raise' | 'step'

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
    raises: Generated<boolean>
    name: string
    created_at: Date
    used_at: Date | null
  }
  passkey_challenges: { session_id: string; purpose: Purpose; challenge: Buffer; created_at: Date }
}
