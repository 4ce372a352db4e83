import { useIsContentOperator } from '../../../room/room-access.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import type { ItemChanges } from '../actions/use-changes.ts'
import type { MadeStructure } from './made-structure.ts'

/** Content operators may remove nothing, so they get no undo. */
export function useStructureMade({ offerUndo }: ItemChanges) {
  const toast = useToast()
  const isContentOperator = useIsContentOperator()
  return (made: MadeStructure) => {
    if (isContentOperator) return toast(made.text)
    offerUndo(
      made.text,
      [made],
      ({ undo }) => undo(),
      ([text]) => text,
    )
  }
}
