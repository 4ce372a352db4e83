import { queryOptions } from '@tanstack/react-query'
import { info } from '../../../contract/features/rooms.ts'
import type { Api } from '../../lib/api/api.ts'

async function readRoom(api: Api, roomId: number, signal: AbortSignal) {
  const { payload, beside } = await api.page(
    info,
    { params: { roomId: String(roomId) } },
    { signal },
  )
  return { ...payload, ...beside }
}

export type RoomDetails = Awaited<ReturnType<typeof readRoom>>

export const roomQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['room', roomId],
    queryFn: ({ signal }) => readRoom(api, roomId, signal),
  })
