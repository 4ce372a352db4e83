import { useQueryClient } from '@tanstack/react-query'
import { setFavourite } from '../../contract/features/news.ts'
import { useApi } from '../lib/api/api-context.ts'
import { useTranslation } from '../lib/i18n.ts'
import { useToast } from '../ui/state/toasts.tsx'
import { useErrorAlert } from '../ui/state/use-error-alert.ts'

interface Starred {
  readonly id: number
  readonly favourite: boolean
}

export function useFavourite(roomId: number): (item: Starred) => Promise<void> {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()
  return async ({ id, favourite: isFavourite }) => {
    try {
      await api.call(setFavourite, { body: { id, value: !isFavourite } })
      toast(t(isFavourite ? 'documents.favouriteRemoved' : 'documents.favouriteAdded'))
    } catch (error) {
      await alertError(error)
    }
    await queries.invalidateQueries({ queryKey: ['items', roomId] })
  }
}
