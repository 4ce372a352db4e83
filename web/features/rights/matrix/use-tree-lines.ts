import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { list } from '../../../../contract/features/documents.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { stagedKeyOf } from '../../../room/staged-mark.tsx'
import { useOpenFolders } from '../../../room/use-open-folders.ts'
import type { Lines } from './lines.ts'
import { type FolderSource, linesOf, type TreeItem } from './tree-lines.ts'

interface FolderPage {
  readonly items: readonly TreeItem[]
  readonly nextCursor: string | undefined
  readonly total: number
}

interface PageQuery {
  readonly queryKey: readonly (string | number)[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<FolderPage>
}

/** Live updates refresh all keys that begin with `items`. */
const pageQuery = (
  api: Api,
  queries: QueryClient,
  roomId: number,
  folder: number,
  page: number,
): PageQuery => ({
  queryKey: ['items', roomId, folder, 'matrix', page],
  queryFn: async ({ signal }) => {
    const before =
      page === 0
        ? undefined
        : await queries.fetchQuery({
            ...pageQuery(api, queries, roomId, folder, page - 1),
            staleTime: Number.POSITIVE_INFINITY,
          })
    const cursor = before?.nextCursor
    if (page > 0 && cursor === undefined) return { items: [], nextCursor: undefined, total: 0 }
    const body = {
      keword: '',
      parent: folder,
      roomId,
      sort: 'name' as const,
      limit: LIMITS.listMax,
      ...(cursor === undefined ? {} : { cursor }),
    }
    const { payload, nextCursor, beside } = await api.page(list, { body }, { signal })
    return {
      items: payload.map((item) => ({
        id: item.id,
        name: item.name,
        isFolder: item.preview === null,
        children: item.itemCount,
        staged: stagedKeyOf(item),
      })),
      nextCursor,
      total: (beside.counts?.folders ?? 0) + (beside.counts?.files ?? 0),
    }
  },
})

export function useTreeLines(
  roomId: number,
  root: string,
  isShown: boolean,
): Lines & { readonly toggle: (folder: number, isOpen: boolean) => void } {
  const api = useApi()
  const queries = useQueryClient()
  const { openFolders: open, setOpen } = useOpenFolders(roomId, 'matrix')
  const [pages, setPages] = useState<ReadonlyMap<number, number>>(new Map())
  const wanted = [0, ...open].flatMap((folder) =>
    Array.from({ length: pages.get(folder) ?? 1 }, (_, page) => ({ folder, page })),
  )
  const results = useQueries({
    queries: wanted.map(({ folder, page }) => ({
      ...pageQuery(api, queries, roomId, folder, page),
      enabled: isShown,
    })),
  })
  const sources = new Map<number, FolderSource>()
  for (const [index, { folder, page }] of wanted.entries()) {
    const known = sources.get(folder)
    const { data, isError } = results[index] ?? {}
    if (page > 0 && !known) continue
    const items = [...(known?.items ?? []), ...(data?.items ?? [])]
    sources.set(folder, {
      items,
      total:
        data && data.nextCursor === undefined ? items.length : (known?.total ?? data?.total ?? 0),
      hasFailed: known?.hasFailed === true || isError === true,
    })
    if (page === 0 && !data && !isError) sources.delete(folder)
  }
  return {
    lines: linesOf({ root, open: new Set(open), sourceOf: (folder) => sources.get(folder) }),
    query: undefined,
    toggle: (folder, isOpen) => setOpen([folder], isOpen),
    onGap: (folder) => {
      const loaded = wanted.filter(
        (each, index) => each.folder === folder && results[index]?.data,
      ).length
      const asked = pages.get(folder) ?? 1
      if (loaded === asked) setPages(new Map(pages).set(folder, asked + 1))
    },
    retry: (folder) => {
      for (const [index, each] of wanted.entries())
        if (each.folder === folder && results[index]?.isError) void results[index]?.refetch()
    },
  }
}
