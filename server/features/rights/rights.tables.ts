import type { AccessTables } from '../../access/access.tables.ts'

export type RightsTables = AccessTables & {
  members: {
    id: number
    room_id: number
    role_id: number
    name: string
    can_print: boolean
    can_download: boolean
    can_access: boolean
    group_id: number | null
    group_from: Date | null
    group_until: Date | null
    ended_at: Date | null
  }
  items: {
    id: number
    room_id: number
    ancestors: number[]
    folder: boolean
    name: string
    name_key: string
    staged: boolean
    unseen: boolean
    deleted_at: Date | null
  }
}
