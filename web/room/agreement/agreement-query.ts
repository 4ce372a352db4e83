import { queryOptions } from '@tanstack/react-query'
import { read } from '../../../contract/features/rooms/agreement.ts'
import type { Api } from '../../lib/api/api.ts'

/** Returns null if the product's notice applies. */
export const agreementQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['agreement', roomId],
    queryFn: ({ signal }) => api.call(read, { params: { roomId: String(roomId) } }, { signal }),
    // A refetch must not replace text.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
