import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { list } from '../../../contract/features/documents.ts'
import type { Api } from '../../lib/api.ts'
import { useApi } from '../../lib/api-context.ts'

/** All lists of a room, for those who must refresh them. */
export const itemsKey = (roomId: number, parent?: number) => (parent === undefined ? ['items', roomId] : ['items', roomId, parent])

const itemsQuery = (api: Api, roomId: number, parent: number) =>
  infiniteQueryOptions({
    queryKey: ['items', roomId, parent],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const body = { keword: '', parent, roomId, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      return api.page(list, { body }, { signal })
    },
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap(({ payload }) => payload),
  })

/** The items of a folder, page after page. */
export function useItems(roomId: number, parent: number) {
  return useInfiniteQuery(itemsQuery(useApi(), roomId, parent))
}
