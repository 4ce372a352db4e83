import { useQuery } from '@tanstack/react-query'
import {
  type ExpectedDocument,
  listExpected,
} from '../../../../contract/features/documents/expected.ts'
import { list as listThreads } from '../../../../contract/features/threads/threads.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useIsContentOperator } from '../../../room/room-access.ts'
import { itemsKey } from '../list/items-query.ts'

export type { ExpectedDocument }

export const STATES = ['missing', 'received', 'all'] as const
export type ExpectedState = (typeof STATES)[number]

interface UseExpectedInput {
  readonly folder: number
  readonly isDeep: boolean
  readonly state: ExpectedState
}

export function useExpected(roomId: number, { folder, isDeep, state }: UseExpectedInput) {
  const api = useApi()
  return useQuery({
    queryKey: [...itemsKey(roomId), 'expected', folder, isDeep, state],
    queryFn: ({ signal }) =>
      api.call(
        listExpected,
        {
          params: { roomId: String(roomId) },
          query: { parent: String(folder), deep: isDeep ? 'true' : 'false', state },
        },
        { signal },
      ),
  })
}

const REQUESTS_SHOWN = 200

/** Content operators may not answer requests, so they get none. */
export function useOpenRequests(roomId: number) {
  const api = useApi()
  const isContentOperator = useIsContentOperator()
  return useQuery({
    queryKey: ['threads', roomId, 'requests'],
    enabled: !isContentOperator,
    queryFn: ({ signal }) =>
      api.call(
        listThreads,
        { body: { roomId, type: 'REQUEST', limit: REQUESTS_SHOWN } },
        { signal },
      ),
    select: (threads) => threads.filter(({ state }) => state === 'OPEN' || state === 'PARTLY'),
  })
}
