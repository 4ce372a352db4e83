import { LIMITS } from '../../../../contract/core/limits.ts'
import { remove } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useIsContentOperator } from '../../../room/room-access.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import type { ActionCaller } from '../actions/item-actions.ts'
import type { Changes } from '../actions/use-changes.ts'
import type { Named } from '../progress/failure-list.tsx'
import type { MadeCounts } from './structure-dialog.tsx'

/** Offers to move what was made to the trash, except to content operators, who remove nothing. */
export function useStructureMade({ id, roomId }: ActionCaller, { offerUndo }: Changes) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const isContentOperator = useIsContentOperator()
  return (made: readonly Named[], { folders: count, documents }: MadeCounts) => {
    if (count === 0) return toast(t('structure.expectedOnly', { count: documents }))
    const text = t(documents > 0 ? 'structure.madeAnd' : 'structure.made', { count, documents })
    if (isContentOperator || made.length > LIMITS.foldersPerCall) toast(text)
    else offerUndo(text, made, ({ id: fileId }) => api.call(remove, { body: { fileId, id, roomId } }))
  }
}
