import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { info, ofItem, ofPerson, overview } from '../../../contract/features/dashboard.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { groupsQuery } from '../../room/groups.ts'
import { dashboardKey } from './dashboard-key.ts'

export type RoomNumbers = PayloadOut<typeof info>
export type Overview = PayloadOut<typeof overview>
export type ItemActivity = PayloadOut<typeof ofItem>
export type PersonActivity = PayloadOut<typeof ofPerson>

/** The server does not push activity, so the client polls. */
const REFRESH_MS = 60_000
const FRESH = { refetchInterval: REFRESH_MS, refetchOnMount: 'always' } as const

export function useNumbers(roomId: number) {
  const api = useApi()
  return useQuery({
    ...FRESH,
    queryKey: [...dashboardKey(roomId), 'numbers'],
    queryFn: ({ signal }) => api.call(info, { params: { roomId: String(roomId) } }, { signal }),
  })
}

export function useOverview(roomId: number, readers: Readers) {
  const api = useApi()
  return useQuery({
    ...FRESH,
    queryKey: [...dashboardKey(roomId), 'overview', readers.withOperators, readers.groupId],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(
        overview,
        { params: { roomId: String(roomId) }, query: readersOf(readers) },
        { signal },
      ),
  })
}

export function useItemActivity(roomId: number, itemId: number, readers: Readers) {
  const api = useApi()
  return useQuery({
    ...FRESH,
    queryKey: [...dashboardKey(roomId), 'item', itemId, readers.withOperators, readers.groupId],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(
        ofItem,
        { params: { itemId: String(itemId) }, query: readersOf(readers) },
        { signal },
      ),
  })
}

export interface Readers {
  readonly withOperators: boolean
  readonly groupId: number | undefined
}

const readersOf = ({ withOperators, groupId }: Readers) => ({
  ...(withOperators ? { operators: 'true' as const } : {}),
  ...(groupId === undefined ? {} : { groupId: String(groupId) }),
})

export function useGroups(roomId: number) {
  return useQuery(groupsQuery(useApi(), roomId))
}

export function usePersonActivity(roomId: number, userId: number) {
  const api = useApi()
  return useQuery({
    ...FRESH,
    queryKey: [...dashboardKey(roomId), 'person', userId],
    queryFn: ({ signal }) =>
      api.call(ofPerson, { params: { roomUserId: String(userId) } }, { signal }),
  })
}
