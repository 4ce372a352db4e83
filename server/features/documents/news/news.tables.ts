import type { Generated } from 'kysely'
import type { DocumentTables } from '../documents.tables.ts'

export type NewsTables = DocumentTables & {
  favourites: { member_id: number; item_id: number; room_id: number; added_at: Generated<Date> }
  document_reads: {
    member_id: number
    item_id: number
    room_id: number
    version_id: number
    page: Generated<number | null>
    read_at: Generated<Date>
  }
}
