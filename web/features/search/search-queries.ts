import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ItemFilterFields } from '../../../contract/core/item-filter.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { list } from '../../../contract/features/documents.ts'
import { contents } from '../../../contract/features/search.ts'
import { useApi } from '../../lib/api/api-context.ts'

const NAMES = 50
const LEAST_LETTERS = 2

export interface Searched {
  readonly roomId: number
  readonly q: string
  readonly listsKey: readonly (string | number)[]
  readonly filter: ItemFilterFields
}

const FIRST: { readonly cursor?: string } = {}

export function useNames({ roomId, q, listsKey, filter }: Searched) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...listsKey, 'names', q, filter],
    initialPageParam: FIRST,
    queryFn: ({ pageParam, signal }) =>
      api.page(
        list,
        { body: { keword: q, parent: 0, roomId, limit: NAMES, ...filter, ...pageParam } },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) =>
      nextCursor === undefined ? undefined : { cursor: nextCursor },
    select: ({ pages }) => pages.flatMap(({ payload }) => payload),
  })
}

export const isSearchedInTexts = (q: string): boolean => [...q].length >= LEAST_LETTERS

/** A page before the last may be empty. */
export function useTexts({ roomId, q, listsKey, filter }: Searched) {
  const api = useApi()
  const relevant = {
    keword: q,
    roomId,
    sort: 'relevance',
    limit: LIMITS.searchDefault,
    ...filter,
  } as const
  return useInfiniteQuery({
    queryKey: [...listsKey, 'texts', q, filter],
    enabled: isSearchedInTexts(q),
    initialPageParam: FIRST,
    queryFn: ({ pageParam, signal }) =>
      api.page(contents, { body: { ...relevant, ...pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) =>
      nextCursor === undefined ? undefined : { cursor: nextCursor },
    select: ({ pages }) => ({
      found: pages.flatMap(({ payload }) => payload),
      indexing: pages[0]?.beside.indexing ?? 0,
      isLastEmpty: pages.at(-1)?.payload.length === 0,
    }),
  })
}

export function useTextCount({ roomId, q, listsKey, filter }: Searched, isWanted: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...listsKey, 'texts-count', q, filter],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const body = { keword: q, roomId, count: true, ...filter }
      let next = FIRST
      let count = 0
      for (;;) {
        const { beside, nextCursor } = await api.page(
          contents,
          { body: { ...body, ...next } },
          { signal },
        )
        count += beside.counted ?? 0
        if (nextCursor === undefined) return { count, isAll: true }
        if (count >= LIMITS.searchCountMax) return { count: LIMITS.searchCountMax, isAll: false }
        next = { cursor: nextCursor }
      }
    },
  })
}
