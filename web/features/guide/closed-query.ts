import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { close, closed, type GuideCard } from '../../../contract/features/guides.ts'
import { useApi } from '../../lib/api-context.ts'

const KEY = ['guides']

interface ClosedGuides {
  /** What the person has closed, in whatever browser; undefined while nobody knows. */
  readonly closed: readonly GuideCard[] | undefined
  readonly close: (card: GuideCard) => void
}

/** @param isOwn false where the screen is looked at as another person: then nothing is asked for and nothing remembered. */
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
    // It goes at once and stays away here; where the server did not hear of it, it shows once more another time.
    mutationFn: (card: GuideCard) => api.call(close, { body: { card } }),
    onMutate: (card) => queries.setQueryData<readonly GuideCard[]>(KEY, (before = []) => [...before, card]),
  })
  return { closed: data, close: (card) => isOwn && closing.mutate(card) }
}
