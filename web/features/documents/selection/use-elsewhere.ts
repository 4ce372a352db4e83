import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { itemsKey } from '../list/items-query.ts'

/** Each change in the room requests these items again. */
const MOST = 5_000

export function useElsewhere(
  roomId: number,
  items: readonly Item[],
  end: () => void,
): ReadonlyMap<number, Item> | undefined {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const ids = items.map(({ id }) => id)
  const isTooMany = ids.length > MOST
  const refuse = useEffectEvent(() => {
    toast(t('selection.tooMany', { limit: MOST }))
    end()
  })
  useEffect(() => {
    if (isTooMany) refuse()
  }, [isTooMany])
  const { data } = useQuery({
    queryKey: [...itemsKey(roomId), 'elsewhere', ids.join()],
    enabled: ids.length > 0 && !isTooMany,
    queryFn: async ({ signal }) => {
      const { loadChosen } = await import('./load-chosen.ts')
      return loadChosen(api, roomId, ids, signal)
    },
  })
  return data
}
