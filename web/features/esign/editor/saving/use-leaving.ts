import { get } from '../../../../../contract/features/compose.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { go } from '../../place.ts'
import { templateKey } from '../../queries.ts'
import { useComposing } from '../../use-composing.ts'
import type { Pieces } from '../pieces/pieces.ts'
import { piecesOf } from '../wire.ts'
import type { Saver } from './saver.ts'

export function useLeaving(
  templateId: number,
  saver: Saver<Pieces>,
  pieces: Pieces,
  onReload: () => Promise<void>,
) {
  const { t } = useTranslation()
  const { api, queries, dialogs, alertError } = useComposing()
  return {
    async leave() {
      const text = t('compose.leaveUnsaved')
      const ask = () =>
        dialogs.confirm({
          tone: 'check',
          text,
          confirmLabel: t('compose.leave'),
          isDangerous: true,
        })
      if ((await saver.flush()) || (await ask())) go({ kind: 'document', id: templateId })
    },
    async reload() {
      const text = t('compose.conflictText')
      if (
        !(await dialogs.confirm({
          tone: 'check',
          text,
          confirmLabel: t('compose.reload'),
          isDangerous: true,
        }))
      )
        return
      saver.giveUp()
      await onReload()
    },
    async insist() {
      try {
        const stored = await api.call(get, { query: { templateId: String(templateId) } })
        queries.setQueryData(templateKey(templateId), stored)
        await saver.insist(stored.revision, piecesOf(stored), pieces)
      } catch (error) {
        await alertError(error)
      }
    },
  }
}
