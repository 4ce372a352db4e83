import { useInfiniteQuery } from '@tanstack/react-query'
import { staged } from '../../../contract/features/publishing.ts'
import { useApi } from '../../lib/api/api-context.ts'

export const stagedKey = (roomId: number) => ['items', roomId, 'staged'] as const

export function useStaged(roomId: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: stagedKey(roomId),
    refetchOnMount: 'always',
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { cursor: pageParam }
      return api.page(staged, { params: { roomId: String(roomId) }, query }, { signal })
    },
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => ({
      items: pages.flatMap(({ payload }) => payload),
      documents: pages[0]?.beside.documents ?? 0,
      ordered: pages[0]?.beside.ordered ?? 0,
    }),
  })
}

export type StagedQuery = ReturnType<typeof useStaged>
