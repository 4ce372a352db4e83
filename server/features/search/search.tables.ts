import type { Generated } from 'kysely'
import type { DocumentTables } from '../documents/index.ts'

/** The tables of this feature, and those of documents that its queries join, for `db.withTables`. */
export type SearchTables = Pick<DocumentTables, 'items' | 'file_versions'> & {
  content_texts: {
    content_uid: string
    room_id: number
    state: 'WAITING' | 'READ' | 'FAILED'
    next_page: Generated<number>
    characters: Generated<number>
    /** Whether some of it does not show; null: not looked at yet. */
    hidden: Generated<boolean | null>
  }
  text_blocks: {
    content_uid: string
    first_page: number
    room_id: number
    sealed: Buffer
    tokens: number[]
  }
}
