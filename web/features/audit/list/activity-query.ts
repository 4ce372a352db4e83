import {
  type InfiniteData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { type HistoryItem, list, own } from '../../../../contract/features/history.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { type ActivityFilter, wireFilter } from './activity-filter.ts'

export type ActivityScope = { readonly roomId: number } | 'own'

const PAGE = '200'
const HEAD = '50'
const LOOK_MS = 15_000
/** Signing takes a second or two. */
const SIGNING_MS = 3_000

interface ReadActivityInput {
  readonly limit: string
  readonly cursor?: string
  readonly fold?: 'false'
  readonly readingId?: string
}

export function readPage(
  api: Api,
  scope: ActivityScope,
  filter: ActivityFilter,
  asked: ReadActivityInput,
  signal?: AbortSignal,
) {
  const query = { ...wireFilter(filter), ...asked }
  if (scope === 'own') return api.page(own, { query }, signal && { signal })
  const given = {
    params: { roomId: String(scope.roomId) },
    query: { ...query, roomUserId: String(filter.user ?? 0) },
  }
  return api.page(list, given, signal && { signal })
}

type ActivityPage = Awaited<ReturnType<typeof readPage>>

const listing = ({ pages }: InfiniteData<ActivityPage>) => ({
  entries: pages.flatMap(({ payload }) => payload.roomActivityItem),
  total: pages[0]?.payload.total ?? 0,
})

const NONE: readonly HistoryItem[] = []

/** `fresh` counts new entries; `refresh` shows them. */
export function useActivity(scope: ActivityScope, filter: ActivityFilter) {
  const api = useApi()
  const queries = useQueryClient()
  const [language] = useLanguage()
  const queryKey = ['activity', scope, filter, language]
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readPage(
        api,
        scope,
        filter,
        { limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      ),
    getNextPageParam: (page: ActivityPage) => page.nextCursor,
    select: listing,
    // A refetch must not move rows during reading.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { entries: read = NONE, total } = query.data ?? {}
  const isSigning = read.some(({ proof }) => proof === 'waiting')
  const head = useQuery({
    queryKey: [...queryKey, 'head'],
    enabled: query.isSuccess,
    queryFn: async ({ signal }) =>
      (await readPage(api, scope, filter, { limit: HEAD }, signal)).payload,
    refetchInterval: isSigning ? SIGNING_MS : LOOK_MS,
    gcTime: 0,
  })
  const latest = head.data
  const entries = useMemo(() => grown(read, latest?.roomActivityItem ?? NONE), [read, latest])
  return {
    query,
    entries,
    total,
    countEntries: async () =>
      (await readPage(api, scope, filter, { limit: '1', fold: 'false' })).payload.total,
    fresh: latest && total !== undefined ? Math.max(0, latest.total - total) : 0,
    refresh: () => {
      queries.setQueryData<InfiniteData<ActivityPage, string | undefined>>(
        queryKey,
        (data) =>
          data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
      void head.refetch()
      return query.refetch()
    },
  }
}

export type Activity = ReturnType<typeof useActivity>

function grown(
  entries: readonly HistoryItem[],
  newest: readonly HistoryItem[],
): readonly HistoryItem[] {
  const known = new Map(newest.map((entry) => [keyOf(entry), entry]))
  return entries.map((entry) => {
    const now = known.get(keyOf(entry))
    if (!now || now.id < entry.id) return entry
    return now.id > entry.id || entry.proof === 'waiting' ? now : entry
  })
}

/** The key stays the same while a reading grows. */
export const keyOf = ({ id, readingId }: HistoryItem): string =>
  readingId === undefined ? `entry ${id}` : `reading ${readingId}`
