import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Extension } from '../../../contract/core/limits.ts'
import type { Numbering, NumberingScope } from '../../../contract/features/documents/numbering.ts'
import type { ViewStatus } from '../../../contract/features/documents.ts'

/** Sizes are as displayed. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

export interface NumberingState {
  readonly numbering: Numbering
  readonly scope: NumberingScope
  readonly inNames: boolean
}

/** A `preview` is the PDF made from the document. */
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
    /** Null: the administrator, at the command line. */
    created_by: number | null
    deleted_at: Date | null
    trash_id: number | null
    doomed_at: Date | null
    staged: Generated<boolean>
    /** It or a folder above is staged. A trigger keeps it. */
    unseen: GeneratedAlways<boolean>
    /** Waits while readers keep `version_id`. */
    staged_version_id: number | null
    /** Null: with its upload. */
    published_at: Date | null
    /** Of a folder: uploads into it are staged. Null: as in the folder above. */
    staging: boolean | null
    /** It came from a participant, or is a copy of what did. */
    submitted: Generated<boolean>
    /** These three are the database's times, kept by triggers. */
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
    /** Readers never had it. */
    staged: Generated<boolean>
    /** Null: with its upload. */
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
    /** Of fixed numbering; never given twice. */
    last_number: Generated<number>
  }
  /** Triggers keep it for rooms that were numbered once. */
  index_places: {
    item_id: number
    room_id: number
    parent_id: number
    /** Outside the trash. */
    alive: boolean
    /** A decimal. */
    rank: string
    /** Of fixed numbering. */
    number: number | null
    /** In the folder that the item left last. */
    former_parent_id: number | null
    former_rank: string | null
    former_number: number | null
  }
  /** What can be taken back. */
  numbering_acts: {
    id: Generated<number>
    room_id: number
    at: Date
    /** Of a renumbering. 0 is the root. */
    parent_id: number | null
    /** Of a switch. */
    was: ColumnType<NumberingState | null, string | null, never>
    became: ColumnType<NumberingState | null, string | null, never>
  }
  /** Of one room, so that no folder name is seen in another. */
  folder_templates: {
    id: string
    room_id: number
    name: string
    name_folded: string
    folders: { readonly level: number; readonly name: string }[]
    created_at: Date
    created_by: number
  }
  /** What is still to come, and what came. */
  expected_documents: {
    id: GeneratedAlways<number>
    room_id: number
    /** Null: the root. */
    parent_id: number | null
    name: string
    name_folded: string
    name_key: string
    /** The request that it answers. */
    thread_id: string | null
    /** What was received; missing again while it lies in the trash. */
    item_id: number | null
    received_at: Date | null
    /** Place and fixed number, held until the document comes. A decimal. */
    rank: Generated<string | null>
    number: Generated<number | null>
    created_at: Date
    /** Null: by a command. */
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
  /** The group submits files into the folder. */
  drop_folders: { item_id: number; group_id: number; room_id: number }
  /** Outlives document and folder. */
  submissions: {
    id: GeneratedAlways<number>
    room_id: number
    folder_id: number | null
    item_id: number | null
    group_id: number | null
    member_id: number
    /** Counts what the member submitted into the folder. */
    ordinal: number
    /** As it was sent, whatever the document is called. */
    name: string
    size: number
    submitted_at: Date
    mailed: Generated<boolean>
  }
  freed_blobs: { blob_id: string; destroyed: Generated<boolean> }
}
