import { useInfiniteQuery } from '@tanstack/react-query'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { rows } from '../../../../contract/features/groups/rights-matrix.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { stagedKeyOf } from '../../../room/staged-mark.tsx'
import { rightsKey } from '../rights-query.ts'
import type { Lines } from './lines.ts'
import type { Line } from './matrix-model.ts'

export interface MatrixFilter {
  readonly keyword: string
  readonly ownOnly: boolean
  readonly groupId: number | undefined
}

export function useFoundLines(
  roomId: number,
  { keyword, ownOnly, groupId }: MatrixFilter,
  isShown: boolean,
): Lines {
  const api = useApi()
  const query = useInfiniteQuery({
    queryKey: [...rightsKey(roomId), 'rows', keyword, ownOnly, groupId],
    enabled: isShown,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.page(
        rows,
        {
          body: {
            roomId,
            limit: LIMITS.listDefault,
            ...(keyword === '' ? {} : { keyword }),
            ...(ownOnly
              ? { isGranted: ownOnly, ...(groupId === undefined ? {} : { groupId }) }
              : {}),
            ...(pageParam === undefined ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const found = query.data?.pages.flatMap(({ payload }) => payload) ?? []
  const lines: Line[] = found.map(({ id, name, isFolder, path, ...marked }) => ({
    row: { itemId: id, name, isFolder, path, staged: stagedKeyOf(marked) },
  }))
  if (query.hasNextPage) lines.push({ gap: { folder: 0, isFailed: query.isFetchNextPageError } })
  return {
    lines,
    query: query.data ? undefined : query,
    onGap: () => {
      if (query.hasNextPage && !query.isFetching && !query.isError) void query.fetchNextPage()
    },
    retry: () => void query.fetchNextPage(),
  }
}
