import { useInfiniteQuery } from '@tanstack/react-query'
import { trash } from '../../../../contract/features/documents/trash.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { trashKey } from './trash-key.ts'

export function useTrash(roomId: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: trashKey(roomId),
    // Nothing invalidates the trash out of view.
    refetchOnMount: 'always',
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { cursor: pageParam }
      return api.page(trash, { params: { roomId: String(roomId) }, query }, { signal })
    },
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap(({ payload }) => payload),
  })
}

export type TrashQuery = ReturnType<typeof useTrash>
