import type { Generated } from 'kysely'

/** The tables of this feature, for `db.withTables`. */
export type RoomTables = {
  rooms: {
    id: Generated<number>
    vault: string
    room_no: string
    name: string
    watermark: Generated<boolean>
    noti: Generated<boolean>
    selection: Generated<boolean>
    strict: Generated<boolean>
    image_copies: Generated<boolean>
    second_step: Generated<boolean>
    daily_mail: Generated<boolean>
    zone: Generated<string>
    wrapped_key: Buffer
    storage_limit: number
    storage_used: Generated<number>
    file_count: Generated<number>
    user_limit: number
    member_count: Generated<number>
    created_at: Date
    closes_at: Date | null
    closed_at: Date | null
    announced_version: Generated<number>
  }
  room_numbers: { month: string; last: number }
}
