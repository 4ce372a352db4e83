import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { list } from '../../../contract/features/members.ts'
import type { Api } from '../../lib/api/api.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useAllPages } from '../../lib/api/use-all-pages.ts'
import { systemClock } from '../../lib/browser/clock.ts'

export type Member = PayloadOut<typeof list>[number]

function fetchPage(api: Api, roomId: number, cursor: string | undefined, signal: AbortSignal) {
  const query = cursor === undefined ? {} : { cursor }
  return api.page(list, { params: { roomId: String(roomId) }, query }, { signal })
}

type MemberListPage = Awaited<ReturnType<typeof fetchPage>>

export const membersQuery = (api: Api, roomId: number) =>
  infiniteQueryOptions({
    queryKey: ['members', roomId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(api, roomId, pageParam, signal),
    getNextPageParam: (page: MemberListPage) => page.nextCursor,
  })

const listing = ({ pages }: InfiniteData<MemberListPage>) => ({
  people: pages.flatMap(({ payload }) => payload),
  total: pages.at(-1)?.beside.total,
})

const MAIL_MS = 3_000
const MAIL_WITHIN_MS = 60_000

const isMailUnderWay = ({ pages }: InfiniteData<MemberListPage>): boolean =>
  pages.some(({ payload }) =>
    payload.some(
      ({ mail }) =>
        mail?.status === 'queued' && systemClock.now() - Date.parse(mail.queuedAt) < MAIL_WITHIN_MS,
    ),
  )

export function useMembers(roomId: number) {
  const members = useInfiniteQuery({
    ...membersQuery(useApi(), roomId),
    select: listing,
    // Mails delayed for longer are not polled.
    refetchInterval: ({ state }) => (state.data && isMailUnderWay(state.data) ? MAIL_MS : false),
  })
  useAllPages(members)
  return members
}
