import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { sendAgain, sent, sentOne } from '../../../contract/features/messages.ts'
import type { Api } from '../../lib/api/api.ts'
import { useApi } from '../../lib/api/api-context.ts'

export type SentMessage = PayloadOut<typeof sent>[number]
export type SentWhole = PayloadOut<typeof sentOne>

const listKey = (roomId: number) => ['sent-messages', roomId]
const wholeKey = (id: number) => ['sent-message', id]

const PAGE = '50'
const REFRESH_MS = 5_000

const isMoving = (messages: readonly Pick<SentMessage, 'status'>[]) =>
  messages.some(({ status }) => status === 'queued')

const fetchPage = (api: Api, roomId: number, cursor: string | undefined, signal: AbortSignal) =>
  api.page(
    sent,
    {
      params: { roomId: String(roomId) },
      query: { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
    },
    { signal },
  )

type SentMessagesPage = Awaited<ReturnType<typeof fetchPage>>

const messagesOf = (data: InfiniteData<SentMessagesPage> | undefined): SentMessage[] =>
  data?.pages.flatMap(({ payload }) => payload) ?? []

export function useSentMessages(roomId: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: listKey(roomId),
    initialPageParam: undefined as string | undefined,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      isMoving(messagesOf(state.data as InfiniteData<SentMessagesPage> | undefined))
        ? REFRESH_MS
        : false,
    queryFn: ({ pageParam, signal }) => fetchPage(api, roomId, pageParam, signal),
    getNextPageParam: ({ nextCursor }: SentMessagesPage) => nextCursor,
    select: messagesOf,
  })
}

const statusesOf = (message: SentWhole | undefined) =>
  message ? [message, ...(message.recipients ?? [])] : []

export function useSentMessage(id: number) {
  const api = useApi()
  return useQuery<SentWhole>({
    queryKey: wholeKey(id),
    refetchInterval: ({ state }) => (isMoving(statusesOf(state.data)) ? REFRESH_MS : false),
    queryFn: ({ signal }) => api.call(sentOne, { params: { id: String(id) } }, { signal }),
  })
}

export function useSendAgain(
  roomId: number,
  { onDone, onFailed }: { onDone: () => void; onFailed: (error: Error) => void },
) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.call(sendAgain, { body: { id } }),
    onSuccess: onDone,
    onError: onFailed,
    onSettled: (_, __, id) => {
      void queries.invalidateQueries({ queryKey: wholeKey(id) })
      return queries.invalidateQueries({ queryKey: listKey(roomId) })
    },
  })
}
