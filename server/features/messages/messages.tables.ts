import type { Generated } from 'kysely'

export type MessageTables = {
  messages: {
    id: Generated<number>
    room_id: number
    sender_id: number
    recipients: 'operators' | 'users'
    sealed: Buffer
    file: Buffer | null
    created_at: Date
  }
  message_files: {
    message_id: number
    room_id: number
    content_uid: string
    size: number
    blob_id: string
    wrapped_key: Buffer
    created_at: Date
  }
}
