import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { list } from '../../../contract/features/members.ts'
import type { Api } from '../../lib/api.ts'
import { useApi } from '../../lib/api-context.ts'

/** A person of the room with the rights as they are. */
export type Member = PayloadOut<typeof list>[number]

function fetchPage(api: Api, roomId: number, cursor: string | undefined, signal: AbortSignal) {
  const query = cursor === undefined ? {} : { cursor }
  return api.page(list, { params: { roomId: String(roomId) }, query }, { signal })
}

type Page = Awaited<ReturnType<typeof fetchPage>>

/** The people of a room, page after page. */
export const membersQuery = (api: Api, roomId: number) =>
  infiniteQueryOptions({
    queryKey: ['members', roomId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(api, roomId, pageParam, signal),
    getNextPageParam: (page: Page) => page.nextCursor,
  })

const listing = ({ pages }: InfiniteData<Page>) => ({
  people: pages.flatMap(({ payload }) => payload),
  total: pages.at(-1)?.beside.total,
})

/** All people of a room: the first are there at once, the others follow by themselves, so that search and scrolling know everybody. */
export function useMembers(roomId: number) {
  const members = useInfiniteQuery({ ...membersQuery(useApi(), roomId), select: listing })
  const { hasNextPage, isFetching, isError, fetchNextPage } = members
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return members
}
