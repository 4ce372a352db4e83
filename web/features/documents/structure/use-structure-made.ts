import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLongUndo } from '../../../room/acts/use-long-undo.ts'
import { useIsContentOperator } from '../../../room/room-access.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { itemsKey } from '../list/items-query.ts'
import { trashKey } from '../trash/trash-key.ts'
import type { MadeStructure } from './made-structure.ts'

/** Content operators may remove nothing, so they get no undo. */
export function useStructureMade(roomId: number): (made: MadeStructure) => void {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const toast = useToast()
  const isContentOperator = useIsContentOperator()
  const undoLong = useLongUndo(roomId)
  const takeBack = async (undo: MadeStructure['undo']) => {
    await undoLong(undo)
    for (const queryKey of [itemsKey(roomId), trashKey(roomId)])
      void queries.invalidateQueries({ queryKey })
  }
  return ({ text, undo }) =>
    toast(
      isContentOperator
        ? text
        : { text, action: { label: t('actions.undo'), onPress: () => void takeBack(undo) } },
    )
}
