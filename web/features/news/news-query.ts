import { useInfiniteQuery } from '@tanstack/react-query'
import { momentAt } from '../../../contract/core/room-time.ts'
import type { Item } from '../../../contract/features/documents.ts'
import { favourites, list, mailed, recent } from '../../../contract/features/news.ts'
import type { Api } from '../../lib/api/api.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { dayOf, ROOM_ZONE } from '../../lib/format.ts'

export const NEWS_TABS = ['new', 'favourites', 'recent'] as const
export type NewsTab = (typeof NEWS_TABS)[number]

export type NewsDays = 7 | 30

export interface NewsView {
  readonly tab?: Exclude<NewsTab, 'new'> | undefined
  readonly days?: NewsDays | undefined
}

const DAY_MS = 86_400_000

/** Returns the start of a day, so all pages share a range. */
function sinceOf(days: NewsDays | undefined): { readonly since?: string } {
  if (days === undefined) return {}
  const since = momentAt(dayOf(systemClock.now() - (days - 1) * DAY_MS), '00:00', ROOM_ZONE)
  return since ? { since: since.toISOString() } : {}
}

export interface NewsRow {
  readonly item: Item
  readonly at: string | undefined
  readonly page?: number | undefined
}

interface NewsPart {
  readonly rows: readonly NewsRow[]
  readonly nextCursor: string | undefined
  readonly since: string | undefined
}

const LIMIT = 50

interface ReadNewsPageInput {
  readonly roomId: number
  readonly cursor: string | undefined
  readonly days: NewsDays | undefined
  readonly signal: AbortSignal
}

const READ: Record<NewsTab, (api: Api, asked: ReadNewsPageInput) => Promise<NewsPart>> = {
  async new(api, { signal, days, ...asked }) {
    const { payload, nextCursor, beside } = await api.page(
      list,
      { body: { ...bodyOf(asked), ...sinceOf(days) } },
      { signal },
    )
    return {
      rows: payload.map((item) => ({ item, at: item.visibleAt })),
      nextCursor,
      since: beside.since,
    }
  },
  async favourites(api, { signal, ...asked }) {
    const { payload, nextCursor } = await api.page(favourites, { body: bodyOf(asked) }, { signal })
    return { rows: payload.map((item) => ({ item, at: undefined })), nextCursor, since: undefined }
  },
  async recent(api, { signal, ...asked }) {
    const { payload, nextCursor } = await api.page(recent, { body: bodyOf(asked) }, { signal })
    return {
      rows: payload.map((item) => ({ item, at: item.readAt, page: item.page })),
      nextCursor,
      since: undefined,
    }
  },
}

const bodyOf = ({ roomId, cursor }: Pick<ReadNewsPageInput, 'roomId' | 'cursor'>) => ({
  roomId,
  limit: LIMIT,
  ...(cursor === undefined ? {} : { cursor }),
})

export function useNews(roomId: number, { tab: named, days }: NewsView) {
  const tab: NewsTab = named ?? 'new'
  const api = useApi()
  return useInfiniteQuery({
    queryKey: ['items', roomId, 'news', tab, days],
    refetchOnMount: 'always',
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      let part = await READ[tab](api, { roomId, cursor: pageParam, days, signal })
      // Pages may be empty, because known documents are omitted.
      while (part.rows.length === 0 && part.nextCursor !== undefined)
        part = await READ[tab](api, { roomId, cursor: part.nextCursor, days, signal })
      return part
    },
    getNextPageParam: (part) => part.nextCursor,
    select: ({ pages }) => ({ rows: pages.flatMap(({ rows }) => rows), since: pages[0]?.since }),
  })
}

export type NewsQuery = ReturnType<typeof useNews>

export function useMailed(roomId: number, mail: string): NewsQuery {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: ['items', roomId, 'mailed', mail],
    refetchOnMount: 'always',
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }): Promise<NewsPart> => {
      const { payload, nextCursor, beside } = await api.page(
        mailed,
        { body: { ...bodyOf({ roomId, cursor }), list: mail } },
        { signal },
      )
      return {
        rows: payload.map((item) => ({ item, at: undefined })),
        nextCursor,
        since: beside.mailedAt,
      }
    },
    getNextPageParam: (part) => part.nextCursor,
    select: ({ pages }) => ({ rows: pages.flatMap(({ rows }) => rows), since: pages[0]?.since }),
  })
}
