import type { ColumnType, Generated } from 'kysely'
import type { Extension } from '../../../contract/core/limits.ts'
import type { ViewStatus } from '../../../contract/features/documents.ts'
import type { ThreadRole } from '../../../contract/features/threads/thread-roles.ts'
import type { QuestionLimits } from '../../../contract/features/threads/thread-settings.ts'
import type {
  EntryKind,
  ThreadState,
  ThreadType,
} from '../../../contract/features/threads/thread-states.ts'
import type { AccessTables } from '../../access/access.tables.ts'
import type { PageSize } from '../documents/index.ts'

/** The driver would convert a day to a time, so queries read text. */
type Day = ColumnType<string | null, string | null, string | null>
type Json<T> = ColumnType<T, string | null, string | null>

export type ThreadTables = {
  groups: AccessTables['groups'] & {
    question_limits: Json<QuestionLimits | null>
    questions_until: Day
    questions_reminded: string | null
  }
  members: {
    id: number
    room_id: number
    role_id: number
    name: string
    email: string
    group_id: number | null
    group_from: Date | null
    group_until: Date | null
    can_access: boolean
    thread_role: ThreadRole
    thread_mails: 'each' | 'daily' | 'never'
    created_at: Date
    ended_at: Date | null
  }
  question_settings: {
    room_id: number
    limits: Json<QuestionLimits>
    last_day: Day
    approval: boolean
    names: boolean
    hides_groups: boolean
  }
  topics: {
    id: string
    room_id: number
    name: string
    position: number
    approval: boolean | null
    created_at: Date
    removed_at: Date | null
  }
  topic_experts: { topic_id: string; member_id: number; room_id: number }
  thread_counters: {
    group_id: number
    member_id: number
    type: ThreadType
    room_id: number
    ordinal: number
    last: number
  }
  threads: {
    id: string
    room_id: number
    group_id: number
    asker_id: number | null
    writer_id: number
    type: ThreadType
    code: string
    number: number
    topic_id: string | null
    /** The value is an index of PRIORITIES. */
    priority: number
    state: ThreadState
    due: Day
    assignee_id: number | null
    title_sealed: Buffer
    rev: Generated<number>
    outer_rev: Generated<number>
    created_at: Date
    updated_at: Date
    outer_updated_at: Date
    group_since: Generated<Date | null>
    submitted_at: Date | null
    assigned_at: Date | null
    delivered_at: Date | null
    counts: Generated<boolean>
    hidden: Generated<boolean>
    merged_into: string | null
    message_id: number | null
    due_reminded: Day
  }
  thread_entries: {
    id: string
    thread_id: string
    room_id: number
    position: Generated<number>
    writer_id: number
    kind: EntryKind
    sealed: Buffer
    packed: Buffer
    created_at: Date
    delivered_at: Date | null
  }
  thread_links: {
    entry_id: string
    position: number
    room_id: number
    item_id: number
    page: number | null
  }
  thread_files: {
    id: string
    entry_id: string
    position: number
    room_id: number
    member_id: number
    name_sealed: Buffer
    ext: Extension
    size: number
    pages: ColumnType<PageSize[], string, string>
    content_uid: string
    blob_id: string
    wrapped_key: Buffer
    created_at: Date
    status: Generated<ViewStatus>
    attempts: Generated<number>
    tried_at: Date | null
    due_at: Date | null
  }
  thread_previews: {
    file_id: string
    room_id: number
    content_uid: string
    blob_id: string
    size: number
    wrapped_key: Buffer
  }
  thread_moves: {
    thread_id: string
    rev: number
    room_id: number
    member_id: number
    from_state: ThreadState | null
    to_state: ThreadState
    assignee_id: number | null
    reason_sealed: Buffer | null
    by_group: boolean
    is_outer: boolean
    at: Date
  }
  thread_marks: { member_id: number; room_id: number; scope: string; read_until: Date }
  thread_views: { member_id: number; room_id: number; sealed: Buffer }
  thread_reads: { thread_id: string; member_id: number; room_id: number; seen: number }
  faqs: {
    id: string
    room_id: number
    number: number
    thread_id: string | null
    topic_id: string | null
    sealed: Buffer
    packed: Buffer
    published_by: number
    published_at: Date
    updated_at: Date
  }
}
