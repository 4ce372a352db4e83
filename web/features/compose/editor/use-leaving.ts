import { get } from '../../../../contract/features/compose.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { go } from '../place.ts'
import { useComposing } from '../use-composing.ts'
import type { Pieces } from './pieces.ts'
import type { Saver } from './saver.ts'

/** Ways out of the editor, and out of a conflict, in which nothing is lost without a question. */
export function useLeaving(templateId: number, saver: Saver<Pieces>, onReload: () => Promise<void>) {
  const { t } = useTranslation()
  const { api, dialogs, tellError } = useComposing()
  return {
    async leave() {
      const text = t('compose.leaveUnsaved')
      const ask = () => dialogs.confirm({ tone: 'check', text, confirmLabel: t('compose.leave'), isDangerous: true })
      if ((await saver.flush()) || (await ask())) go({ kind: 'document', id: templateId })
    },
    async reload() {
      const text = t('compose.conflictText')
      if (await dialogs.confirm({ tone: 'check', text, confirmLabel: t('compose.reload'), isDangerous: true })) await onReload()
    },
    /** Saves over what somebody else has changed. */
    async insist() {
      try {
        const { revision } = await api.call(get, { query: { templateId: String(templateId) } })
        await saver.insist(revision)
      } catch (error) {
        await tellError(error)
      }
    },
  }
}
