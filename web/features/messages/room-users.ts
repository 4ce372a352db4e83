import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getRoomUsers } from '../../../contract/features/messages.ts'
import type { Api } from '../../lib/api.ts'
import { useApi } from '../../lib/api-context.ts'

const fetchPage = (api: Api, roomId: number, cursor: string | undefined, signal: AbortSignal) =>
  api.page(getRoomUsers, { body: { roomId, ...(cursor === undefined ? {} : { cursor }) } }, { signal })

type Page = Awaited<ReturnType<typeof fetchPage>>

const everybody = ({ pages }: InfiniteData<Page>) => pages.flatMap(({ payload }) => payload)

/** All people to whom the operator can write: "all" means nobody less. */
export function useRoomUsers(roomId: number, isWanted: boolean) {
  const api = useApi()
  const users = useInfiniteQuery({
    queryKey: ['room-users', roomId],
    enabled: isWanted,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(api, roomId, pageParam, signal),
    getNextPageParam: (page: Page) => page.nextCursor,
    select: everybody,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = users
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const retry = () => void (users.data ? fetchNextPage() : users.refetch())
  return { users: users.data, isWhole: users.isSuccess && !hasNextPage, error: isError ? users.error : undefined, retry }
}
