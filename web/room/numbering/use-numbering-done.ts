import { useQueryClient } from '@tanstack/react-query'
import { undoNumbering } from '../../../contract/features/documents/numbering-undo.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'

interface NumberingDone {
  readonly sayDone: (text: string, undo: number | undefined) => void
  readonly takeBack: (undo: number) => Promise<void>
}

export function useNumberingDone(roomId: number): NumberingDone {
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
      const said = kept > 0 ? t('ordering.undoneKept', { count: kept }) : t('actions.undone')
      toast(numbered > 0 ? `${said} ${t('ordering.undoneNumbered', { count: numbered })}` : said)
      refresh()
    } catch (error) {
      refresh()
      await alertError(error)
    }
  }
  const sayDone = (text: string, undo: number | undefined) => {
    toast(undo === undefined ? text : { text, action: { label: t('actions.undo'), onPress: () => void takeBack(undo) } })
    refresh()
  }
  return { sayDone, takeBack }
}
