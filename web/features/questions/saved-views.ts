import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { saveView, viewFilter, views } from '../../../contract/features/threads/thread-views.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { storedInBrowser } from '../../lib/browser/stored.ts'
import { threadsKey } from './threads-key.ts'
import type { ThreadFilter } from './threads-query.ts'

export type SavedView = PayloadOut<typeof views>[number]

const ofBrowser = z.array(z.object({ name: z.string(), filter: viewFilter }))

const NONE: readonly SavedView[] = []

const signature = (filter: object): string =>
  JSON.stringify(
    Object.entries(filter).sort(([one], [other]) => (one < other ? -1 : Number(one > other))),
  )

export const isSameFilter = (one: object, other: object): boolean =>
  signature(one) === signature(other)

export function useSavedViews(roomId: number, memberId: number) {
  const api = useApi()
  const queries = useQueryClient()
  const queryKey = [...threadsKey(roomId), 'views']
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call(views, { params: { roomId: String(roomId) } }, { signal }),
  })
  const put = async (name: string, filter: SavedView['filter'] | null): Promise<void> => {
    const saved = await api.call(saveView, { body: { roomId, name, filter } })
    queries.setQueryData(queryKey, saved)
  }
  const saved = query.data ?? NONE
  useBrowserViews(memberId, query.data !== undefined, async ({ name, filter }) => {
    if (!saved.some((view) => view.name === name)) await put(name, filter)
  })
  return {
    saved,
    /** @throws ApiError THREAD_VIEWS_FULL */
    save: (name: string, { keyword: _, ...filter }: ThreadFilter) => put(name, filter),
    remove: (name: string) => put(name, null),
  }
}

/** Earlier releases stored views only in the browser. */
function useBrowserViews(
  memberId: number,
  isLoaded: boolean,
  take: (view: SavedView) => Promise<void>,
): void {
  const bring = useEffectEvent(async () => {
    const store = storedInBrowser<readonly SavedView[]>(
      `questions-views-${memberId}`,
      (value) => ofBrowser.safeParse(value).data,
    )
    for (const view of store.read() ?? NONE) await take(view)
    store.write(undefined)
  })
  useEffect(() => {
    if (isLoaded) bring().catch(() => undefined)
  }, [isLoaded])
}
