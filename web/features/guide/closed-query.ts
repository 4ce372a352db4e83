import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { close, closed, type GuideCard } from '../../../contract/features/guides.ts'
import { useApi } from '../../lib/api/api-context.ts'

const KEY = ['guides']

interface ClosedGuides {
  /** Undefined means unknown. */
  readonly closed: readonly GuideCard[] | undefined
  readonly close: (card: GuideCard) => void
}

/** @param isOwn false stores nothing in a view as another user. */
export function useClosedGuides(isOwn: boolean): ClosedGuides {
  const api = useApi()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    enabled: isOwn,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.call(closed, {}, { signal }),
  })
  const closing = useMutation({
    mutationFn: (card: GuideCard) => api.call(close, { body: { card } }),
    onMutate: (card) =>
      queries.setQueryData<readonly GuideCard[]>(KEY, (before = []) => [...before, card]),
  })
  return { closed: data, close: (card) => isOwn && closing.mutate(card) }
}
