import { queryOptions } from '@tanstack/react-query'
import { read } from '../../../contract/features/rooms/agreement.ts'
import type { Api } from '../../lib/api/api.ts'

/** Null where the notice of the product applies. */
export const agreementQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['agreement', roomId],
    queryFn: ({ signal }) => api.call(read, { params: { roomId: String(roomId) } }, { signal }),
    // What is being read or typed must not be replaced.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
