import type { Generated } from 'kysely'
import type { RoomTables } from '../rooms/index.ts'

/** How far a destruction has come; each step is done once, whoever is killed in between. */
export type DestructionState = 'asked' | 'confirmed' | 'key_destroyed' | 'emptied' | 'certified'

/** The tables of this feature, for `db.withTables`, with the rooms that it ends. */
export type EndingTables = Pick<RoomTables, 'rooms'> & {
  destructions: {
    room_id: number
    state: DestructionState
    asked_at: Date
    asked_by: number | null
    confirmers: number[]
    confirmed_at: Generated<Date | null>
    restored: Generated<boolean>
    sealed: Buffer
    certified_at: Generated<Date | null>
    certificate: Generated<Buffer | null>
  }
}
