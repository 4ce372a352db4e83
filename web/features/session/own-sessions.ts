import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { endOne, endOthers, list } from '../../../contract/features/session.ts'
import { useApi } from '../../lib/api-context.ts'

/** One of one's own sessions. */
export type OwnSession = PayloadOut<typeof list>[number]

const KEY = ['own-sessions']

/** One's own sessions, the one that asks first, then the newest; further pages when they are asked for. */
export function useOwnSessions() {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: KEY,
    initialPageParam: undefined as string | undefined,
    refetchOnMount: 'always',
    queryFn: ({ pageParam, signal }) => api.page(list, { query: pageParam === undefined ? {} : { cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ payload }) => payload).sort((one, other) => Number(other.current) - Number(one.current)),
  })
}

/** Ends one of one's own sessions, or all others; the list is loaded anew, whatever came of it. */
export function useEndSessions({ onEnded, onFailed }: { onEnded: (count: number | undefined) => void; onFailed: (error: Error) => void }) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (which: OwnSession | 'others') => {
      if (which === 'others') return (await api.call(endOthers, {})).ended
      await api.call(endOne, { body: { id: which.id } })
      return undefined
    },
    onSuccess: onEnded,
    onError: onFailed,
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}
