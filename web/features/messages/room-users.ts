import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { getRoomUsers } from '../../../contract/features/messages.ts'
import type { Api } from '../../lib/api/api.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useAllPages } from '../../lib/api/use-all-pages.ts'

const fetchPage = (api: Api, roomId: number, cursor: string | undefined, signal: AbortSignal) =>
  api.page(
    getRoomUsers,
    { body: { roomId, ...(cursor === undefined ? {} : { cursor }) } },
    { signal },
  )

type RoomUsersPage = Awaited<ReturnType<typeof fetchPage>>

const everybody = ({ pages }: InfiniteData<RoomUsersPage>) =>
  pages.flatMap(({ payload }) => payload)

export function useRoomUsers(roomId: number, isWanted: boolean) {
  const api = useApi()
  const users = useInfiniteQuery({
    queryKey: ['room-users', roomId],
    enabled: isWanted,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(api, roomId, pageParam, signal),
    getNextPageParam: (page: RoomUsersPage) => page.nextCursor,
    select: everybody,
  })
  useAllPages(users)
  const { hasNextPage, isError, fetchNextPage } = users
  const retry = () => void (users.data ? fetchNextPage() : users.refetch())
  return {
    users: users.data,
    isWhole: users.isSuccess && !hasNextPage,
    error: isError ? users.error : undefined,
    retry,
  }
}
