import type { Generated } from 'kysely'
import type { RoomTables } from '../rooms/index.ts'

export type DestructionState = 'asked' | 'confirmed' | 'key_destroyed' | 'emptied' | 'certified'

export type ClosingTables = Pick<RoomTables, 'rooms'> & {
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
