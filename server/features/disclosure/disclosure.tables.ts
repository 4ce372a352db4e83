import type { Generated } from 'kysely'

export type DisclosureTables = {
  disclosures: {
    id: Generated<number>
    room_id: number
    group_id: number
    group_name: string
    at: Date
    documents: number
    answers: number
    digest: Buffer
    size: number
    content_uid: string
    blob_id: string
    wrapped_key: Buffer
    created_by: number
    created_at: Date
  }
}
