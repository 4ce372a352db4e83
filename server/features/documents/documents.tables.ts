import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Extension } from '../../../contract/core/limits.ts'
import type { Numbering, NumberingScope } from '../../../contract/features/documents/numbering.ts'
import type { ViewStatus } from '../../../contract/features/documents.ts'

/** Width and height are as displayed. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

export interface NumberingState {
  readonly numbering: Numbering
  readonly scope: NumberingScope
  readonly inNames: boolean
}

export type SegmentPurpose = 'content' | 'preview'

export type DocumentTables = {
  items: {
    id: Generated<number>
    room_id: number
    parent_id: number
    ancestors: number[]
    folder: boolean
    name: string
    name_folded: string
    name_key: string
    ext: Extension | ''
    filename: string
    size: number
    version_id: number | null
    created_at: Date
    /** Null means that a command created it. */
    created_by: number | null
    deleted_at: Date | null
    trash_id: number | null
    doomed_at: Date | null
    staged: Generated<boolean>
    /** A trigger maintains this from item and folders. */
    unseen: GeneratedAlways<boolean>
    /** Readers keep `version_id` meanwhile. */
    staged_version_id: number | null
    published_at: Date | null
    /** On a folder, true stages uploads. Null inherits. */
    staging: boolean | null
    /** A participant submitted the document, or its original. */
    submitted: Generated<boolean>
    /** Triggers set these by the database's clock. */
    added_at: GeneratedAlways<Date>
    appeared_at: GeneratedAlways<Date>
    content_at: GeneratedAlways<Date>
  }
  file_versions: {
    id: Generated<number>
    room_id: number
    item_id: number
    content_uid: string
    number: number
    size: number
    sealed_digest: Buffer
    created_at: Date
    created_by: number | null
    status: ViewStatus | null
    pages: PageSize[] | null
    page_count: GeneratedAlways<number | null>
    copied: Generated<boolean>
    preview_layout: Generated<number | null>
    staged: Generated<boolean>
    published_at: Date | null
    added_at: GeneratedAlways<Date>
  }
  file_segments: {
    version_id: number
    purpose: Generated<SegmentPurpose>
    ordinal: number
    room_id: number
    blob_id: string
    size: number
    wrapped_key: Buffer
  }
  folder_counts: {
    room_id: number
    parent_id: number
    folders: number
    files: number
    staged_folders: Generated<number>
    staged_files: Generated<number>
    /** Fixed numbers are never reused. */
    last_number: Generated<number>
  }
  index_places: {
    item_id: number
    room_id: number
    parent_id: number
    alive: boolean
    rank: string
    number: number | null
    former_parent_id: number | null
    former_rank: string | null
    former_number: number | null
  }
  numbering_acts: {
    id: Generated<number>
    room_id: number
    at: Date
    /** Only a renumbering has a folder; 0 is the root. */
    parent_id: number | null
    was: ColumnType<NumberingState | null, string | null, never>
    became: ColumnType<NumberingState | null, string | null, never>
  }
  /** No other room sees the folder names of a template. */
  folder_templates: {
    id: string
    room_id: number
    name: string
    name_folded: string
    folders: { readonly level: number; readonly name: string }[]
    created_at: Date
    created_by: number
  }
  expected_documents: {
    id: GeneratedAlways<number>
    room_id: number
    parent_id: number | null
    name: string
    name_folded: string
    name_key: string
    thread_id: string | null
    /** A trashed document counts as missing. */
    item_id: number | null
    received_at: Date | null
    /** Reserves place and number. The rank is decimal. */
    rank: Generated<string | null>
    number: Generated<number | null>
    created_at: Date
    created_by: number | null
    removed_at: Generated<Date | null>
  }
  publications: {
    item_id: number
    room_id: number
    due_at: Date
    publishes: boolean
    notifies: boolean
    ordered_by: number
    ordered_at: Date
  }
  drop_folders: { item_id: number; group_id: number; room_id: number }
  /** The row outlives its document and folder. */
  submissions: {
    id: GeneratedAlways<number>
    room_id: number
    folder_id: number | null
    item_id: number | null
    group_id: number | null
    member_id: number
    ordinal: number
    name: string
    size: number
    submitted_at: Date
    mailed: Generated<boolean>
  }
  freed_blobs: { blob_id: string; destroyed: Generated<boolean> }
}
