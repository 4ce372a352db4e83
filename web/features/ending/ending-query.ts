import { queryOptions } from '@tanstack/react-query'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { read } from '../../../contract/features/ending.ts'
import type { Api } from '../../lib/api.ts'

export type Ending = PayloadOut<typeof read>

/** The room whose end it is. */
export interface EndingRoom {
  readonly roomId: number
  readonly roomNo: string
}

/** How far the end of a room has come. What changes the room has it read anew, for its key begins with the room's. */
export const endingQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['room', roomId, 'ending'],
    queryFn: ({ signal }) => api.call(read, { params: { roomId: String(roomId) } }, { signal }),
  })
