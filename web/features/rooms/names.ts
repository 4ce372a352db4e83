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
  /** `setup`: asked at the first visit, when all of it is still what the first start has given it. */
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
