import { queryOptions } from '@tanstack/react-query'
import { info } from '../../../contract/features/rooms.ts'
import type { Api } from '../../lib/api.ts'

/** Name, number and switches of a room. */
export const roomQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['room', roomId],
    queryFn: ({ signal }) => api.call(info, { params: { roomId: String(roomId) } }, { signal }),
  })
