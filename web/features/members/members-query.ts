import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { list } from '../../../contract/features/members.ts'
import type { Api } from '../../lib/api.ts'
import { useApi } from '../../lib/api-context.ts'
import { systemClock } from '../../lib/clock.ts'
import { useAllPages } from '../../lib/use-all-pages.ts'

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

const MAIL_MS = 3_000
const MAIL_WITHIN_MS = 60_000

const isMailUnderWay = ({ pages }: InfiniteData<Page>): boolean =>
  pages.some(({ payload }) =>
    payload.some(({ mail }) => mail?.status === 'queued' && systemClock.now() - Date.parse(mail.queuedAt) < MAIL_WITHIN_MS),
  )

/** All people of a room: the first are there at once, the others follow by themselves, so that search and scrolling know everybody. */
export function useMembers(roomId: number) {
  const members = useInfiniteQuery({
    ...membersQuery(useApi(), roomId),
    select: listing,
    // A mail goes out some moments after the deed that caused it; what is put off for longer is not waited for.
    refetchInterval: ({ state }) => (state.data && isMailUnderWay(state.data) ? MAIL_MS : false),
  })
  useAllPages(members)
  return members
}
