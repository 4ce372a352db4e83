import type { RoomPhase, Viewing, WatermarkStyle } from '../../../contract/features/rooms.ts'
import type { RoomRow } from './rooms.read.ts'

export const viewingOf = (
  room: Pick<RoomRow, 'selection' | 'strict' | 'image_copies'>,
): Viewing => ({
  selection: room.selection,
  strict: room.strict,
  imageCopies: room.image_copies,
})

export const watermarkStyleOf = (
  room: Pick<RoomRow, 'mark_density' | 'mark_strength'>,
): WatermarkStyle => ({
  density: room.mark_density,
  strength: room.mark_strength,
})

export const roomPhaseOf = (
  room: Pick<RoomRow, 'phase' | 'phase_at' | 'closes_at' | 'destroys_at'>,
): RoomPhase => ({
  phase: room.phase,
  phaseAt: room.phase_at?.toISOString() ?? null,
  closesAt: room.closes_at?.toISOString() ?? null,
  destroysAt: room.destroys_at?.toISOString() ?? null,
})
