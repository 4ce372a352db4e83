import { useIsContentOperator } from '../../../room/room-access.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import type { ItemChanges } from '../actions/use-changes.ts'
import type { MadeStructure } from './made-structure.ts'

/** Offers to undo the structure, except to content operators, who may remove nothing. */
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
