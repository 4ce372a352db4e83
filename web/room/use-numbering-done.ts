import { useQueryClient } from '@tanstack/react-query'
import { undoNumbering } from '../../contract/features/documents/numbering-undo.ts'
import { useApi } from '../lib/api/api-context.ts'
import { useTranslation } from '../lib/i18n.ts'
import { useToast } from '../ui/state/toasts.tsx'
import { useErrorAlert } from '../ui/state/use-error-alert.ts'

/** Says what became of index numbers, with a way back. Without `undo` there is none. */
export function useNumberingDone(roomId: number): (text: string, undo: number | undefined) => void {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()
  const refresh = () => {
    for (const kind of ['room', 'items']) void queries.invalidateQueries({ queryKey: [kind, roomId] })
  }
  const takeBack = async (undo: number) => {
    try {
      const { numbered, kept } = await api.call(undoNumbering, { body: { roomId, undo } })
      if (kept > 0) toast(t('ordering.undoneKept', { count: kept }))
      else toast(numbered > 0 ? t('ordering.undoneNumbered', { count: numbered }) : t('actions.undone'))
    } catch (error) {
      await alertError(error)
    }
    refresh()
  }
  return (text, undo) => {
    toast(undo === undefined ? text : { text, action: { label: t('actions.undo'), onPress: () => void takeBack(undo) } })
    refresh()
  }
}
