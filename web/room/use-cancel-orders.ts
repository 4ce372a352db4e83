import { useQueryClient } from '@tanstack/react-query'
import type { BesideOut } from '../../contract/core/operation.ts'
import { cancel, publish, unpublish } from '../../contract/features/publishing.ts'
import { useApi } from '../lib/api/api-context.ts'
import { useTranslation } from '../lib/i18n.ts'
import { useToast } from '../ui/state/toasts.tsx'
import { useErrorAlert } from '../ui/state/use-error-alert.ts'

type Orders = BesideOut<typeof cancel>['orders']

const alike = (orders: Orders): Orders[] => [
  ...orders
    .reduce((groups, order) => {
      const key = `${order.publishes} ${order.notifies} ${order.at}`
      return groups.set(key, [...(groups.get(key) ?? []), order])
    }, new Map<string, Orders>())
    .values(),
]

export function useCancelOrders(
  roomId: number,
): (items: readonly { readonly id: number }[]) => Promise<void> {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()
  const refresh = () => queries.invalidateQueries({ queryKey: ['items', roomId] })
  const orderAgain = async (orders: Orders) => {
    try {
      for (const group of alike(orders)) {
        const [{ publishes, notifies: notify, at } = { publishes: true, notifies: false, at: '' }] =
          group
        const body = { roomId, ids: group.map(({ itemId }) => itemId), at, notify }
        await api.call(publishes ? publish : unpublish, { body })
      }
      toast(t('publishing.undone'))
    } catch (error) {
      await alertError(error)
    }
    await refresh()
  }
  return async (items) => {
    try {
      const { beside } = await api.page(cancel, {
        body: { roomId, ids: items.map(({ id }) => id) },
      })
      const action = { label: t('actions.undo'), onPress: () => void orderAgain(beside.orders) }
      toast({ text: t('publishing.cancelled'), ...(beside.orders.length > 0 ? { action } : {}) })
    } catch (error) {
      await alertError(error)
    }
    await refresh()
  }
}
