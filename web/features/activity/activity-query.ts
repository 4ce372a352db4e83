import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type HistoryItem, list, own } from '../../../contract/features/history.ts'
import type { Api } from '../../lib/api.ts'
import { useApi } from '../../lib/api-context.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { type ActivityFilter, wireFilter } from './activity-filter.ts'

/** Whose log: that of a room, or one's own entries in it. */
export type ActivityScope = { readonly roomId: number } | 'own'

const PAGE = '200'
/** As many are looked at again to see what is new and what has been signed meanwhile. */
const HEAD = '50'
const LOOK_MS = 15_000
/** Signing takes a second or two. */
const SIGNING_MS = 3_000

function readPage(api: Api, scope: ActivityScope, filter: ActivityFilter, paging: { cursor?: string; limit: string }, signal: AbortSignal) {
  const query = { ...wireFilter(filter), ...paging }
  if (scope === 'own') return api.page(own, { query }, { signal })
  const given = { params: { roomId: String(scope.roomId) }, query: { ...query, roomUserId: String(filter.user ?? 0) } }
  return api.page(list, given, { signal })
}

type Page = Awaited<ReturnType<typeof readPage>>

const listing = ({ pages }: InfiniteData<Page>) => ({
  entries: pages.flatMap(({ payload }) => payload.roomActivityItem),
  total: pages[0]?.payload.total ?? 0,
})

const NONE: readonly HistoryItem[] = []

/**
 * A filtered log, the newest first, page after page. It stays as it was read: what was written since is counted in `fresh`, and shown when
 * `refresh` is called. What waited for its signature is shown as signed once it is.
 */
export function useActivity(scope: ActivityScope, filter: ActivityFilter) {
  const api = useApi()
  const queries = useQueryClient()
  const [language] = useLanguage()
  const queryKey = ['activity', scope, filter, language]
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readPage(api, scope, filter, { limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }, signal),
    getNextPageParam: (page: Page) => page.nextCursor,
    select: listing,
    // Nothing jumps in between the rows that somebody reads; whoever comes back sees it as it is then.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { entries: read = NONE, total } = query.data ?? {}
  const isSigning = read.some(({ proof }) => proof === 'waiting')
  const head = useQuery({
    queryKey: [...queryKey, 'head'],
    enabled: query.isSuccess,
    queryFn: async ({ signal }) => (await readPage(api, scope, filter, { limit: HEAD }, signal)).payload,
    refetchInterval: isSigning ? SIGNING_MS : LOOK_MS,
    gcTime: 0,
  })
  const latest = head.data
  const entries = useMemo(() => withProofs(read, latest?.roomActivityItem ?? NONE), [read, latest])
  return {
    query,
    entries,
    total,
    fresh: latest && total !== undefined ? Math.max(0, latest.total - total) : 0,
    refresh: () => {
      queries.setQueryData<InfiniteData<Page, string | undefined>>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
      void head.refetch()
      return query.refetch()
    },
  }
}

export type Activity = ReturnType<typeof useActivity>

/** The entries with what is known by now of those that waited. */
function withProofs(entries: readonly HistoryItem[], newest: readonly HistoryItem[]): readonly HistoryItem[] {
  const proofs = new Map(newest.map(({ id, proof }) => [id, proof]))
  return entries.map((entry) => (entry.proof === 'waiting' ? { ...entry, proof: proofs.get(entry.id) ?? entry.proof } : entry))
}
