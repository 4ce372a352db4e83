import { useInfiniteQuery } from '@tanstack/react-query'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { own } from '../../../contract/features/groups/proposals.ts'
import { useApi } from '../../lib/api/api-context.ts'

export type OwnProposal = PayloadOut<typeof own>[number]

export const ownProposalsKey = (roomId: number) => ['proposals', roomId, 'own'] as const

export function useOwnProposals(roomId: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: ownProposalsKey(roomId),
    refetchOnMount: 'always',
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { cursor: pageParam }
      return api.page(own, { params: { roomId: String(roomId) }, query }, { signal })
    },
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap(({ payload }) => payload),
  })
}
