import type { Generated } from 'kysely'
import type {
  ArchiveFailure,
  ArchiveProtection,
  ArchiveScope,
} from '../../../contract/features/archive.ts'

export type EntryKind =
  | 'folder'
  | 'document'
  | 'signed'
  | 'attached'
  | 'record'
  | 'made'
  | 'directory'

export type DocumentForm = 'original' | 'copy' | 'images'

export type ArchiveTables = {
  archives: {
    id: Generated<number>
    room_id: number
    scope: ArchiveScope
    group_id: number | null
    group_name: string | null
    member_id: number | null
    name: string
    zone: string
    protection: ArchiveProtection
    age_header: Buffer | null
    age_key: Buffer | null
    log_note: string | null
    marked: boolean
    state: Generated<'PREPARING' | 'READY' | 'FAILED'>
    failure: ArchiveFailure | null
    unreadable: Generated<string | null>
    total: Generated<number>
    done: Generated<number>
    files: Generated<number>
    size: Generated<number>
    etag: string
    created_at: Date
    expires_at: Date
    fetched_at: Date | null
  }
  archive_entries: {
    archive_id: number
    room_id: number
    position: number
    turn: number
    kind: EntryKind
    path: string
    number: string | null
    name: string | null
    made: string | null
    modified: Date
    item_id: number | null
    version_id: number | null
    staged: Generated<boolean>
    file_id: number | null
    thread_file_id: string | null
    disclosure_id: number | null
    settled: Generated<boolean>
    form: DocumentForm | null
    reason: string | null
    size: Generated<number>
    sealed: Buffer | null
    start_at: number | null
    header_length: number | null
    content_uid: string | null
    blob_id: string | null
    wrapped_key: Buffer | null
  }
}
