import type { Generated } from 'kysely'
import type { DocumentTables } from '../documents/index.ts'

export type SearchTables = Pick<DocumentTables, 'items' | 'file_versions'> & {
  content_texts: {
    content_uid: string
    room_id: number
    /** AGAIN means that an earlier reader's text remains searchable while a later one reads. */
    state: 'WAITING' | 'READ' | 'FAILED' | 'AGAIN'
    next_page: Generated<number>
    characters: Generated<number>
    /** 0 means an earlier reader or none. */
    reader: Generated<number>
    /** Null if not yet checked. */
    hidden: Generated<boolean | null>
  }
  text_blocks: {
    content_uid: string
    /** The page number is negative until the block replaces one of an earlier reader. */
    first_page: number
    room_id: number
    sealed: Buffer
    /** Only blocks of an earlier release have these tokens. */
    tokens: number[] | null
    packed: Buffer | null
  }
}
