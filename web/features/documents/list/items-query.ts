import {
  isCancelledError,
  type QueryClient,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadOut } from '../../../../contract/core/operation.ts'
import { type Item, list, locate, outline } from '../../../../contract/features/documents.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import {
  type Bounds,
  boundsOf,
  divisionOf,
  type FolderStep,
  type ItemsPage,
  knownPath,
  subfoldersOf,
} from './listing.ts'
import { type Sort, useSort } from './sort.ts'

/** One call with this key invalidates all lists. */
export const itemsKey = (roomId: number, parent?: number) =>
  parent === undefined ? ['items', roomId] : ['items', roomId, parent]

export interface ListedFolder {
  readonly roomId: number
  readonly parent: number
  readonly sort: Sort
}

type AskedKey = readonly (string | number)[]

interface ItemsQuery<T> {
  readonly queryKey: AskedKey
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
}

export type AskedWindow = ItemsQuery<ItemsPage>

const listedKey = ({ roomId, parent, sort }: ListedFolder) => [...itemsKey(roomId, parent), sort]
const windowKey = (listed: ListedFolder, window: number): AskedKey => [
  ...listedKey(listed),
  'window',
  window,
]

interface Loading {
  readonly signal: AbortSignal
  readonly onLoaded?: (loaded: number) => void
}

export async function loadBetween(
  api: Api,
  listed: ListedFolder,
  { cursor, until }: Bounds,
  { signal, onLoaded }: Loading,
): Promise<ItemsPage> {
  const payload: Item[] = []
  for (let next = cursor; ; ) {
    const bounds = {
      ...(next === undefined ? {} : { cursor: next }),
      ...(until === undefined ? {} : { until }),
    }
    const page = await api.page(
      list,
      { body: { keword: '', ...listed, limit: LIMITS.listMax, ...bounds } },
      { signal },
    )
    payload.push(...page.payload)
    onLoaded?.(payload.length)
    next = page.nextCursor
    if (next === undefined) return { ...page, payload }
  }
}

/** The first window defines the folder's division. */
export const firstWindow = (api: Api, listed: ListedFolder): AskedWindow => ({
  queryKey: windowKey(listed, 0),
  queryFn: ({ signal }) => api.page(list, { body: { keword: '', ...listed } }, { signal }),
})

async function current<T>(queries: QueryClient, asked: ItemsQuery<T>): Promise<T> {
  try {
    return await queries.fetchQuery({ ...asked, staleTime: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (isCancelledError(error) && error.silent) return current(queries, asked)
    throw error
  }
}

/** `at` keeps a late older response from dividing a newer list. */
const outlineQuery = (
  api: Api,
  listed: ListedFolder,
  cursor: string,
  step: number,
  at: number,
): ItemsQuery<string[]> => ({
  queryKey: [...listedKey(listed), 'outline', cursor, step, at],
  queryFn: ({ signal }) => api.call(outline, { body: { ...listed, cursor, step } }, { signal }),
})

export async function currentBounds(
  api: Api,
  queries: QueryClient,
  listed: ListedFolder,
  [from, to]: readonly [from: number, to: number],
) {
  const first = await current(queries, firstWindow(api, listed))
  const at = queries.getQueryState(windowKey(listed, 0))?.dataUpdatedAt ?? 0
  const { step, last } = divisionOf(first)
  const isWithin = from > 1 || (to > 0 && to < last)
  const rest =
    isWithin && first.nextCursor !== undefined
      ? await current(queries, outlineQuery(api, listed, first.nextCursor, step, at))
      : []
  return { first, bounds: boundsOf(first, rest, from, to) }
}

export const laterWindow = (
  api: Api,
  queries: QueryClient,
  listed: ListedFolder,
  window: number,
): AskedWindow => ({
  queryKey: windowKey(listed, window),
  queryFn: async ({ signal }) => {
    const { first, bounds } = await currentBounds(api, queries, listed, [window, window])
    return bounds
      ? loadBetween(api, listed, bounds, { signal })
      : { ...first, payload: [], nextCursor: undefined }
  },
})

const windowQuery = (api: Api, queries: QueryClient, listed: ListedFolder, window: number) =>
  window === 0 ? firstWindow(api, listed) : laterWindow(api, queries, listed, window)

const placeQuery = (
  api: Api,
  { roomId, sort }: ListedFolder,
  id: number,
): ItemsQuery<PayloadOut<typeof locate>> => ({
  queryKey: [...itemsKey(roomId), 'place', sort, id],
  queryFn: ({ signal }) => api.call(locate, { body: { fileId: id, roomId, sort } }, { signal }),
})

export const currentPlace = (api: Api, queries: QueryClient, listed: ListedFolder, id: number) =>
  current(queries, placeQuery(api, listed, id))

export function usePosition(listed: ListedFolder, id: number | undefined): number | undefined {
  const api = useApi()
  const { data } = useQuery({ ...placeQuery(api, listed, id ?? 0), enabled: id !== undefined })
  return data?.parent === listed.parent ? data.position : undefined
}

export function useItem(
  roomId: number,
  parent: number,
  id: number | undefined,
): { readonly item: Item | undefined; readonly readAt: number } {
  const [sort] = useSort()
  const api = useApi()
  const queries = useQueryClient()
  const listed = { roomId, parent, sort }
  const { data: first, dataUpdatedAt, errorUpdatedAt } = useQuery(firstWindow(api, listed))
  const readAt = Math.max(dataUpdatedAt, errorUpdatedAt)
  const found = first?.payload.find((item) => item.id === id)
  const position = usePosition(listed, found || first?.nextCursor === undefined ? undefined : id)
  const window = first && position !== undefined ? divisionOf(first).windowAt(position) : 0
  const there = useQuery(windowQuery(api, queries, listed, window)).data
  return { item: found ?? there?.payload.find((item) => item.id === id), readAt }
}

export function useSubfolders(roomId: number, parent: number, enabled: boolean) {
  const api = useApi()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState(1)
  const listed: ListedFolder = { roomId, parent, sort: 'index' }
  const results = useQueries({
    queries: Array.from({ length: wanted }, (_, window) => ({
      ...windowQuery(api, queries, listed, window),
      enabled,
    })),
  })
  const loaded = results.flatMap(({ data }) => data ?? [])
  const failed = results.find(({ isError }) => isError)
  return {
    data: loaded[0] && subfoldersOf(loaded),
    isPending: results[0]?.isPending ?? true,
    isError: failed !== undefined,
    isFetching: results.some(({ isFetching }) => isFetching),
    error: failed?.error,
    fetchMore: () => setWanted(loaded.length + 1),
    retry: () => void failed?.refetch(),
  }
}

export type SubfoldersQuery = ReturnType<typeof useSubfolders>

const cachedPages = (queries: QueryClient, roomId: number): readonly ItemsPage[] =>
  queries
    .getQueriesData<ItemsPage>({
      queryKey: itemsKey(roomId),
      predicate: ({ queryKey }) => queryKey[4] === 'window',
    })
    .flatMap(([, data]) => data ?? [])

const stagesOf = ({ beside }: ItemsPage): boolean => beside.stagesUploads ?? false

const folderPathOf = ({ beside }: ItemsPage): readonly FolderStep[] => beside.folderPath

export function useFolderStages(roomId: number, folder: number): boolean | undefined {
  const [sort] = useSort()
  const { data } = useQuery({
    ...firstWindow(useApi(), { roomId, parent: folder, sort }),
    select: stagesOf,
  })
  return data
}

const isDropFolderOf = ({ beside }: ItemsPage): boolean => beside.isDropFolder ?? false

/** A hidden or deleted folder must not keep rows visible. */
export const isGone = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'NOT_FOUND'

export function useIsDropFolder(roomId: number, folder: number): boolean {
  const [sort] = useSort()
  const { data, error } = useQuery({
    ...firstWindow(useApi(), { roomId, parent: folder, sort }),
    select: isDropFolderOf,
  })
  return data === true && !isGone(error)
}

export function useFolderPath(roomId: number, folder: number): readonly FolderStep[] | undefined {
  const queries = useQueryClient()
  const [sort] = useSort()
  const listed = { roomId, parent: folder, sort }
  const { data } = useQuery({ ...firstWindow(useApi(), listed), select: folderPathOf })
  return data ?? knownPath(folder, cachedPages(queries, roomId))
}
