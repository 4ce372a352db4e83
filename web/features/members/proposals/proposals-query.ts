import { useInfiniteQuery } from '@tanstack/react-query'
import type { PayloadOut } from '../../../../contract/core/operation.ts'
import { waiting } from '../../../../contract/features/groups/proposals.ts'
import { useApi } from '../../../lib/api/api-context.ts'

export type Proposal = PayloadOut<typeof waiting>[number]

export const proposalsKey = (roomId: number) => ['proposals', roomId, 'waiting'] as const

const REFRESH_MS = 60_000

export function useProposals(roomId: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: proposalsKey(roomId),
    refetchInterval: REFRESH_MS,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { cursor: pageParam }
      return api.page(waiting, { params: { roomId: String(roomId) }, query }, { signal })
    },
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => ({
      proposals: pages.flatMap(({ payload }) => payload),
      total: pages[0]?.beside.total ?? 0,
    }),
  })
}
