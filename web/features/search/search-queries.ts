import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ItemFilterFields } from '../../../contract/core/item-filter.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { list } from '../../../contract/features/documents.ts'
import { contents } from '../../../contract/features/search.ts'
import { useApi } from '../../lib/api-context.ts'

const NAMES = 50
/** The server looks for no fewer letters in texts. */
const LEAST_LETTERS = 2

/** What is sought where. */
export interface Sought {
  readonly roomId: number
  readonly q: string
  /** Under which lists of the room are kept: with them, results are asked for anew. */
  readonly listsKey: readonly (string | number)[]
  /** What the results are confined to. */
  readonly filter: ItemFilterFields
}

const FIRST: { readonly cursor?: string } = {}

/** Items whose name has it, page after page. */
export function useNames({ roomId, q, listsKey, filter }: Sought) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...listsKey, 'names', q, filter],
    initialPageParam: FIRST,
    queryFn: ({ pageParam, signal }) =>
      api.page(list, { body: { keword: q, parent: 0, roomId, limit: NAMES, ...filter, ...pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => (nextCursor === undefined ? undefined : { cursor: nextCursor }),
    select: ({ pages }) => pages.flatMap(({ payload }) => payload),
  })
}

/** Whether texts are searched for it at all. */
export const isSoughtInTexts = (q: string): boolean => [...q].length >= LEAST_LETTERS

/** Documents whose text has it, most relevant first, page after page; a page may be empty before the last. */
export function useTexts({ roomId, q, listsKey, filter }: Sought) {
  const api = useApi()
  const relevant = { keword: q, roomId, sort: 'relevance', limit: LIMITS.searchDefault, ...filter } as const
  return useInfiniteQuery({
    queryKey: [...listsKey, 'texts', q, filter],
    enabled: isSoughtInTexts(q),
    initialPageParam: FIRST,
    queryFn: ({ pageParam, signal }) => api.page(contents, { body: { ...relevant, ...pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => (nextCursor === undefined ? undefined : { cursor: nextCursor }),
    select: ({ pages }) => ({
      found: pages.flatMap(({ payload }) => payload),
      indexing: pages[0]?.beside.indexing ?? 0,
      isLastEmpty: pages.at(-1)?.payload.length === 0,
    }),
  })
}

/** How many documents there are whose text has it, which takes longer than the first of them; asked for where those are not all. */
export function useTextCount({ roomId, q, listsKey, filter }: Sought, isWanted: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...listsKey, 'texts-count', q, filter],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const body = { keword: q, roomId, count: true, ...filter }
      let next = FIRST
      let count = 0
      for (;;) {
        const { beside, nextCursor } = await api.page(contents, { body: { ...body, ...next } }, { signal })
        count += beside.counted ?? 0
        if (nextCursor === undefined) return { count, isAll: true }
        if (count >= LIMITS.searchCountMax) return { count: LIMITS.searchCountMax, isAll: false }
        next = { cursor: nextCursor }
      }
    },
  })
}
