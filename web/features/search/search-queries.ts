import { useInfiniteQuery } from '@tanstack/react-query'
import { list } from '../../../contract/features/documents.ts'
import { contents } from '../../../contract/features/search.ts'
import { useApi } from '../../lib/api-context.ts'

const NAMES = 50
/** Each is opened before it is told. */
const DOCUMENTS = 20
/** The server looks for no fewer letters in texts. */
const LEAST_LETTERS = 2

/** What is sought where. */
export interface Sought {
  readonly roomId: number
  readonly q: string
  /** Under which lists of the room are kept: with them, results are asked for anew. */
  readonly listsKey: readonly (string | number)[]
}

const FIRST: { readonly cursor?: string } = {}

/** Items whose name has it, page after page. */
export function useNames({ roomId, q, listsKey }: Sought) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...listsKey, 'names', q],
    initialPageParam: FIRST,
    queryFn: ({ pageParam, signal }) => api.page(list, { body: { keword: q, parent: 0, roomId, limit: NAMES, ...pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => (nextCursor === undefined ? undefined : { cursor: nextCursor }),
    select: ({ pages }) => pages.flatMap(({ payload }) => payload),
  })
}

/** Whether texts are searched for it at all. */
export const isSoughtInTexts = (q: string): boolean => [...q].length >= LEAST_LETTERS

/** Documents whose text has it, page after page; a page may be empty before the last. */
export function useTexts({ roomId, q, listsKey }: Sought) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...listsKey, 'texts', q],
    enabled: isSoughtInTexts(q),
    initialPageParam: FIRST,
    queryFn: ({ pageParam, signal }) => api.page(contents, { body: { keword: q, roomId, limit: DOCUMENTS, ...pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => (nextCursor === undefined ? undefined : { cursor: nextCursor }),
    select: ({ pages }) => ({
      found: pages.flatMap(({ payload }) => payload),
      indexing: pages[0]?.beside.indexing ?? 0,
      isLastEmpty: pages.at(-1)?.payload.length === 0,
    }),
  })
}
