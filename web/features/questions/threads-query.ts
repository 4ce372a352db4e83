import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { isPreviewPending } from '../../../contract/features/documents.ts'
import { list as faqList } from '../../../contract/features/threads/faq.ts'
import { own, settings, topics } from '../../../contract/features/threads/thread-settings.ts'
import { list, read, summary, type ThreadRow } from '../../../contract/features/threads/threads.ts'
import type { GivenRequest } from '../../lib/api/api.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { groupsQuery } from '../../room/groups.ts'
import { threadsKey } from './threads-key.ts'

export type { ThreadRow }
export type Thread = PayloadOut<typeof read>
export type ThreadEntry = Thread['entries'][number]
export type ThreadFile = ThreadEntry['files'][number]
export type Topic = PayloadOut<typeof topics>[number]
export type OwnThreads = PayloadOut<typeof own>
export type QuestionSettings = PayloadOut<typeof settings>
export type Faq = PayloadOut<typeof faqList>[number]

export type ThreadFilter = Omit<GivenRequest<typeof list>['body'], 'roomId' | 'cursor' | 'limit'>

const PAGE = 50

/** The interval is in milliseconds. */
const LOOK_AGAIN = 3_000

const isConverting = ({ entries }: Thread): boolean =>
  entries.some(({ files }) => files.some(({ status }) => isPreviewPending(status)))

const of = (roomId: number) => ({ params: { roomId: String(roomId) } })

export function useThreads(roomId: number, filter: ThreadFilter) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...threadsKey(roomId), 'list', filter],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.page(
        list,
        {
          body: {
            roomId,
            limit: PAGE,
            ...filter,
            ...(pageParam === undefined ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ payload }) => payload),
  })
}

export function useThread(roomId: number, id: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...threadsKey(roomId), 'one', id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => api.call(read, { params: { id: id ?? '' } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isConverting(data) ? LOOK_AGAIN : false),
  })
}

export function useTopics(roomId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...threadsKey(roomId), 'topics'],
    queryFn: ({ signal }) => api.call(topics, of(roomId), { signal }),
  })
}

export function useOwnThreads(roomId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...threadsKey(roomId), 'own'],
    queryFn: ({ signal }) => api.call(own, of(roomId), { signal }),
  })
}

export function useQuestionSettings(roomId: number, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...threadsKey(roomId), 'settings'],
    enabled,
    queryFn: ({ signal }) => api.call(settings, of(roomId), { signal }),
  })
}

export function useGroups(roomId: number, enabled: boolean) {
  const api = useApi()
  return useQuery({ ...groupsQuery(api, roomId), enabled })
}

export function useSummary(roomId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...threadsKey(roomId), 'summary'],
    queryFn: ({ signal }) => api.call(summary, of(roomId), { signal }),
  })
}

export function useFaq(roomId: number, keyword: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...threadsKey(roomId), 'faq', keyword],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.page(
        faqList,
        {
          body: {
            roomId,
            limit: PAGE,
            ...(keyword === '' ? {} : { keyword }),
            ...(pageParam === undefined ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ payload }) => payload),
  })
}

export function useRefresh(roomId: number): () => Promise<void> {
  const queries = useQueryClient()
  return () => refreshThreads(queries, roomId)
}

export const refreshThreads = (queries: QueryClient, roomId: number): Promise<void> =>
  queries.invalidateQueries({ queryKey: threadsKey(roomId) })
