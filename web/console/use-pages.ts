import { useInfiniteQuery } from '@tanstack/react-query'
import type { Answered } from '../lib/api/api.ts'

type FetchPage<Row, Beside> = (
  place: { readonly cursor?: string },
  signal: AbortSignal,
) => Promise<Answered<readonly Row[], Beside>>

export function usePages<Row, Beside = unknown>(
  key: readonly unknown[],
  fetchPage: FetchPage<Row, Beside>,
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      fetchPage(pageParam === undefined ? {} : { cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: (before) => before,
  })
  const rows = query.data?.pages.flatMap(({ payload }) => payload) ?? []
  return { query, rows, beside: query.data?.pages[0]?.beside }
}
