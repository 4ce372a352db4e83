import type { Generated } from 'kysely'
import type { GroupKind } from '../../contract/features/threads/thread-roles.ts'

export type AccessTables = {
  groups: {
    id: Generated<number>
    room_id: number
    name: string
    color: string
    is_default: Generated<boolean>
    starts_at: Date | null
    ends_at: Date | null
    networks: Generated<string[]>
    ordinal: Generated<number>
    kind: Generated<GroupKind>
    shared: Generated<boolean>
    created_at: Date
  }
  grants: {
    group_id: number
    item_id: number
    room_id: number
    /** Triggers keep these four columns equal to those of `items`. */
    ancestors: number[]
    folder: boolean
    alive: Generated<boolean>
    unseen: Generated<boolean>
    level: number
    starts_at: Date | null
    ends_at: Date | null
    inherits_after: Generated<boolean>
  }
}
