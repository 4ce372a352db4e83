import { infiniteQueryOptions } from '@tanstack/react-query'
import { listRecords } from '../../../contract/features/disclosure.ts'
import type { Api } from '../../lib/api/api.ts'

export const recordsKey = (roomId: number) => ['disclosure', roomId] as const

export const recordsQuery = (api: Api, roomId: number) =>
  infiniteQueryOptions({
    queryKey: recordsKey(roomId),
    queryFn: ({ pageParam, signal }) =>
      api.page(
        listRecords,
        {
          params: { roomId: String(roomId) },
          query: pageParam === '' ? {} : { cursor: pageParam },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ payload }) => payload),
  })
