import { infiniteQueryOptions, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { LIMITS } from '../../../contract/core/limits.ts'
import { list } from '../../../contract/features/documents.ts'
import type { Api } from '../../lib/api.ts'
import { useApi } from '../../lib/api-context.ts'
import { type FolderStep, folderPathOf, itemsOf, knownPath, listingOf, type Pages, subfoldersOf } from './listing.ts'
import { type Sort, useSort } from './sort.ts'

/** All lists of a room, or of one of its folders, for those who must refresh them. */
export const itemsKey = (roomId: number, parent?: number) => (parent === undefined ? ['items', roomId] : ['items', roomId, parent])

/** The first rows come soon, the others in fewer calls. */
const pageAfter = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor, limit: LIMITS.listMax })

const itemsQuery = (api: Api, roomId: number, parent: number, sort: Sort) =>
  infiniteQueryOptions({
    queryKey: ['items', roomId, parent, sort],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const body = { keword: '', parent, roomId, sort, ...pageAfter(pageParam) }
      return api.page(list, { body }, { signal })
    },
    getNextPageParam: (page) => page.nextCursor,
  })

function useItemsQuery(roomId: number, parent: number) {
  const [sort] = useSort()
  return itemsQuery(useApi(), roomId, parent, sort)
}

/** The items of a folder as far as they are loaded, in the order that is chosen. */
export function useItems(roomId: number, parent: number) {
  return useInfiniteQuery({ ...useItemsQuery(roomId, parent), select: itemsOf })
}

/** A folder with its items, page after page. While another order is asked for, the old one stays in sight. */
export const listingQuery = (api: Api, roomId: number, parent: number, sort: Sort) => ({
  ...itemsQuery(api, roomId, parent, sort),
  select: listingOf,
  placeholderData: <T>(previous: T | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[2] === parent ? previous : undefined,
})

export function useListing(roomId: number, parent: number) {
  const [sort] = useSort()
  return useInfiniteQuery(listingQuery(useApi(), roomId, parent, sort))
}

/** How the next page is asked for: the tree and the list share their pages, and neither breaks off what the other has begun. */
export const QUIETLY = { cancelRefetch: false }

export type ListingQuery = ReturnType<typeof useListing>

/** The subfolders of a folder, in the order of the tree. */
export function useSubfolders(roomId: number, parent: number, enabled: boolean) {
  return useInfiniteQuery({ ...itemsQuery(useApi(), roomId, parent, 'name'), select: subfoldersOf, enabled })
}

export type SubfoldersQuery = ReturnType<typeof useSubfolders>

const cachedPages = (queries: QueryClient, roomId: number): readonly Pages[] =>
  queries.getQueriesData<Pages>({ queryKey: itemsKey(roomId) }).flatMap(([, data]) => data ?? [])

/** The way to a folder; undefined while nobody knows it. */
export function useFolderPath(roomId: number, folder: number): readonly FolderStep[] | undefined {
  const queries = useQueryClient()
  const { data } = useInfiniteQuery({ ...useItemsQuery(roomId, folder), select: folderPathOf })
  return data ?? knownPath(folder, cachedPages(queries, roomId))
}
