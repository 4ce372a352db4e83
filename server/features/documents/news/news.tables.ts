import type { Generated } from 'kysely'
import type { DocumentTables } from '../documents.tables.ts'

export type NewsTables = DocumentTables & {
  favourites: { member_id: number; item_id: number; room_id: number; added_at: Generated<Date> }
  /** One row holds the last opening of a document by a person. */
  document_reads: {
    member_id: number
    item_id: number
    room_id: number
    version_id: number
    /** The person last viewed this page of that version. */
    page: Generated<number | null>
    read_at: Generated<Date>
  }
}
