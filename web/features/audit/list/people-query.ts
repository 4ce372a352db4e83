import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { users } from '../../../../contract/features/history.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useAllPages } from '../../../lib/api/use-all-pages.ts'

function fetchPage(api: Api, roomId: number, cursor: string | undefined, signal: AbortSignal) {
  const query = { limit: String(LIMITS.listMax), ...(cursor === undefined ? {} : { cursor }) }
  return api.page(users, { params: { roomId: String(roomId) }, query }, { signal })
}

type PeoplePage = Awaited<ReturnType<typeof fetchPage>>

const everybody = ({ pages }: InfiniteData<PeoplePage>) => pages.flatMap(({ payload }) => payload)

export function usePeople(roomId: number) {
  const api = useApi()
  const people = useInfiniteQuery({
    queryKey: ['activity-people', roomId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(api, roomId, pageParam, signal),
    getNextPageParam: (page: PeoplePage) => page.nextCursor,
    select: everybody,
  })
  useAllPages(people)
  return people
}
