import { FIRST_ROOM } from '../../../../contract/core/first-room.ts'
import type { RoomDetails } from '../room-query.ts'

interface NamesCaller {
  readonly roomId: number
  readonly userId: number
  readonly name: string
  readonly email: string
}

export interface NamesDialogProps {
  readonly caller: NamesCaller
  readonly room: RoomDetails
  readonly kind: 'setup' | 'change'
  readonly isElevated: boolean
  readonly onElevated: () => void
  readonly onChanged: (own: { readonly name?: string; readonly email?: string }) => void
  readonly onLater: () => void
  readonly onDone: () => void
}

export const NAMES = ['room', 'own', 'email'] as const
export type NameField = (typeof NAMES)[number]

export function namesToAsk(caller: NamesCaller, room: RoomDetails): readonly NameField[] {
  const isGiven: Record<NameField, boolean> = {
    room: room.roomName !== FIRST_ROOM.name,
    own: caller.name !== FIRST_ROOM.operatorName,
    email: caller.email !== FIRST_ROOM.operatorEmail,
  }
  return NAMES.filter((field) => !isGiven[field])
}
