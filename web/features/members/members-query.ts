import { queryOptions } from '@tanstack/react-query'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { list } from '../../../contract/features/members.ts'
import type { Api } from '../../lib/api.ts'

/** A person of the room with the rights as they are. */
export type Member = PayloadOut<typeof list>[number]

export const membersQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['members', roomId],
    queryFn: ({ signal }) => api.call(list, { params: { roomId: String(roomId) } }, { signal }),
  })
