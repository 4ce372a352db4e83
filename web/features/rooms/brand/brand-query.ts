import { queryOptions } from '@tanstack/react-query'
import { read } from '../../../../contract/features/rooms/brand.ts'
import type { Api } from '../../../lib/api/api.ts'

export const brandQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['brand', roomId],
    queryFn: ({ signal }) => api.call(read, { params: { roomId: String(roomId) } }, { signal }),
    // A refetch must not replace typed text.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
