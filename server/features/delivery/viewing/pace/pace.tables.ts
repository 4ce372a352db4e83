import type { Generated } from 'kysely'
import type { ReadingLimits } from '../../../../../contract/features/rooms.ts'

export type PaceTables = {
  reading_paces: {
    member_id: number
    room_id: number
    minute_at: Date
    minute_documents: number
    minute_pages: number
    minute_downloads: number
    hour_at: Date
    hour_documents: number
    hour_pages: number
    hour_downloads: number
    told_at: Generated<Date | null>
    mailed_at: Generated<Date | null>
  }
  rooms: { id: number; reading_limits: ReadingLimits | null }
}
