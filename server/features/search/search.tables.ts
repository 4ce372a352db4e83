import type { Generated } from 'kysely'
import type { DocumentTables } from '../documents/index.ts'

export type SearchTables = Pick<DocumentTables, 'items' | 'file_versions'> & {
  content_texts: {
    content_uid: string
    room_id: number
    /** AGAIN keeps an earlier reader's text searchable. */
    state: 'WAITING' | 'READ' | 'FAILED' | 'AGAIN'
    next_page: Generated<number>
    characters: Generated<number>
    reader: Generated<number>
    hidden: Generated<boolean | null>
  }
  text_blocks: {
    content_uid: string
    /** Negative pages mark replacements of an earlier reader's blocks. */
    first_page: number
    room_id: number
    sealed: Buffer
    /** Only an earlier release's blocks have these. */
    tokens: number[] | null
    packed: Buffer | null
  }
}
