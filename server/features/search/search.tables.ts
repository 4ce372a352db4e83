import type { Generated } from 'kysely'
import type { DocumentTables } from '../documents/index.ts'

export type SearchTables = Pick<DocumentTables, 'items' | 'file_versions'> & {
  content_texts: {
    content_uid: string
    room_id: number
    /** AGAIN: an earlier reader's text is found while a later one reads. */
    state: 'WAITING' | 'READ' | 'FAILED' | 'AGAIN'
    next_page: Generated<number>
    characters: Generated<number>
    /** 0 stands for an earlier reader or none. */
    reader: Generated<number>
    /** Null if unchecked. */
    hidden: Generated<boolean | null>
  }
  text_blocks: {
    content_uid: string
    /** Negative until it replaces an earlier reader's block. */
    first_page: number
    room_id: number
    sealed: Buffer
    /** Only in blocks of an earlier release. */
    tokens: number[] | null
    packed: Buffer | null
  }
}
