import type { Generated } from 'kysely'

export type MailTables = {
  mails: {
    id: Generated<number>
    room_id: number | null
    member_id: number | null
    kind: string
    sealed: Buffer | null
    status: Generated<'queued' | 'sent' | 'failed'>
    attempts: Generated<number>
    last_error: string | null
    created_at: Date
    sent_at: Date | null
    dismissed_at: Generated<Date | null>
    message_id: Generated<number | null>
    participant_id: Generated<number | null>
    list_id: Generated<string | null>
    outlives_room: Generated<boolean>
    item_ids: Generated<number[] | null>
  }
}
