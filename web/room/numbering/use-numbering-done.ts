import { useQueryClient } from '@tanstack/react-query'
import { undoNumbering } from '../../../contract/features/documents/numbering-undo.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useToast } from '../../ui/state/toasts.tsx'
import { useLongUndo } from '../acts/use-long-undo.ts'

interface NumberingDone {
  readonly sayDone: (text: string, undo: number | undefined) => void
  readonly takeBack: (undo: number) => Promise<void>
}

export function useNumberingDone(roomId: number): NumberingDone {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const undoLong = useLongUndo(roomId)
  const refresh = () => {
    for (const kind of ['room', 'items'])
      void queries.invalidateQueries({ queryKey: [kind, roomId] })
  }
  const takeBack = async (undo: number) => {
    await undoLong(async (act) => {
      try {
        const { numbered, kept } = await api.call(
          undoNumbering,
          { body: { roomId, undo, act } },
          { untimed: true },
        )
        const said = kept > 0 ? t('ordering.undoneKept', { count: kept }) : t('actions.undone')
        return numbered > 0 ? `${said} ${t('ordering.undoneNumbered', { count: numbered })}` : said
      } finally {
        refresh()
      }
    })
  }
  const sayDone = (text: string, undo: number | undefined) => {
    toast(
      undo === undefined
        ? text
        : { text, action: { label: t('actions.undo'), onPress: () => void takeBack(undo) } },
    )
    refresh()
  }
  return { sayDone, takeBack }
}
