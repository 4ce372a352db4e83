import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { daily } from '../../../../contract/features/history.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'

const PAGE = '60'

function fetchPage(api: Api, roomId: number, cursor: string | undefined, signal: AbortSignal) {
  const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
  return api.page(daily, { params: { roomId: String(roomId) }, query }, { signal })
}

type DaysPage = Awaited<ReturnType<typeof fetchPage>>

const listing = ({ pages }: InfiniteData<DaysPage>) => ({
  days: pages.flatMap(({ payload }) => payload.dailyLogByDate),
  openedAt: pages[0]?.payload.createdAt,
})

export const daysKey = (roomId: number) => ['activity-days', roomId] as const

export function useDays(roomId: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: daysKey(roomId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(api, roomId, pageParam, signal),
    getNextPageParam: (page: DaysPage) => page.nextCursor,
    select: listing,
  })
}
