import { FIRST_ROOM } from '../../../contract/core/first-room.ts'
import type { Room } from './room-query.ts'

/** Whose names these are. */
interface NamesCaller {
  readonly roomId: number
  readonly userId: number
  readonly name: string
  readonly email: string
}

export interface NamesDialogProps {
  readonly caller: NamesCaller
  readonly room: Room
  /** `setup`: asked at the first visit, for what is still as the first start calls it. */
  readonly kind: 'setup' | 'change'
  /** False: the operator code is asked for, too, which opens the operator area. */
  readonly isRaised: boolean
  readonly onRaised: () => void
  /** The server has taken the new name or address. */
  readonly onChanged: (own: { readonly name?: string; readonly email?: string }) => void
  /** Left without saving. */
  readonly onLater: () => void
  readonly onDone: () => void
}

export const NAMES = ['room', 'own', 'email'] as const
/** What the dialog asks for beside the operator code. */
export type NameField = (typeof NAMES)[number]

/** What the first visit asks for: what no setting of the server has given. */
export function namesToAsk(caller: NamesCaller, room: Room): readonly NameField[] {
  const isGiven: Record<NameField, boolean> = {
    room: room.roomName !== FIRST_ROOM.name,
    own: caller.name !== FIRST_ROOM.operatorName,
    email: caller.email !== FIRST_ROOM.operatorEmail,
  }
  return NAMES.filter((field) => !isGiven[field])
}
