export type UploadTables = {
  uploads: {
    id: string
    room_id: number
    member_id: number
    parent_id: number
    path: string
    conflict: 'keep' | 'replace'
    size: number
    received: number
    modified_at: Date | null
    content_uid: string
    created_at: Date
    used_at: Date
    writer: string | null
    item_id: number | null
    stored_name: string | null
    thread_id: string | null
    staged: boolean | null
  }
  upload_segments: {
    upload_id: string
    ordinal: number
    room_id: number
    blob_id: string
    size: number
    wrapped_key: Buffer
  }
}
