import type { Generated } from 'kysely'

export type DeliveryTables = {
  conversions: {
    version_id: number
    room_id: number
    size: number
    attempts: number
    slow: boolean
    due_at: Date
    lane: number | null
    started_at: Date | null
    renewal: Generated<boolean>
  }
  leases: {
    name: string
    room_id: number
    member_id: number
    session_id: string
    item_id: number
    version_id: number
    created_at: Date
    used_at: Date
    reported_at: Date | null
    captured_at: Date | null
    entry_id: number | null
    /** The bearer's secret encrypts the password. */
    password: Buffer | null
  }
  tickets: {
    hash: Buffer
    room_id: number
    member_id: number
    session_id: string
    kind: 'download' | 'zip' | 'message' | 'archive'
    item_ids: number[]
    version_number: number | null
    message_id: number | null
    created_at: Date
    waits_from: Date
    first_used_at: Date | null
  }
}
