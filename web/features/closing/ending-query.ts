import { queryOptions } from '@tanstack/react-query'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { read } from '../../../contract/features/ending.ts'
import type { Api } from '../../lib/api/api.ts'

export type Ending = PayloadOut<typeof read>

export interface EndingRoom {
  readonly roomId: number
  readonly roomNo: string
}

export const endingQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['room', roomId, 'ending'],
    queryFn: ({ signal }) => api.call(read, { params: { roomId: String(roomId) } }, { signal }),
  })
