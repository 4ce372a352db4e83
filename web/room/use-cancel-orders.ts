import { useQueryClient } from '@tanstack/react-query'
import { cancel } from '../../contract/features/publishing.ts'
import { useApi } from '../lib/api/api-context.ts'
import { useTranslation } from '../lib/i18n.ts'
import { useToast } from '../ui/state/toasts.tsx'
import { useErrorAlert } from '../ui/state/use-error-alert.ts'

/** Forgets what was ordered for a time. */
export function useCancelOrders(roomId: number): (items: readonly { readonly id: number }[]) => Promise<void> {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()
  return async (items) => {
    try {
      await api.call(cancel, { body: { roomId, ids: items.map(({ id }) => id) } })
      toast(t('publishing.cancelled'))
    } catch (error) {
      await alertError(error)
    }
    await queries.invalidateQueries({ queryKey: ['items', roomId] })
  }
}
