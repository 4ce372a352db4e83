import type { Generated } from 'kysely'
import type { DocumentTables } from '../documents.tables.ts'

export type NewsTables = DocumentTables & {
  favourites: { member_id: number; item_id: number; room_id: number; added_at: Generated<Date> }
  /** The last opening of each document by each person. */
  document_reads: {
    member_id: number
    item_id: number
    room_id: number
    /** The newest one that was opened. */
    version_id: number
    /** The last one that was looked at in that version. */
    page: Generated<number | null>
    read_at: Generated<Date>
  }
}
