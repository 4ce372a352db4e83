import { useInfiniteQuery } from '@tanstack/react-query'
import { ownSubmissions } from '../../../../contract/features/submissions.ts'
import { useApi } from '../../../lib/api/api-context.ts'

const receiptsKey = (roomId: number, folderId: number) =>
  ['items', roomId, 'submissions', folderId] as const

export function useReceipts(roomId: number, folderId: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: receiptsKey(roomId, folderId),
    refetchOnMount: 'always',
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        folderId: String(folderId),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }
      return api.page(ownSubmissions, { params: { roomId: String(roomId) }, query }, { signal })
    },
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap(({ payload }) => payload),
  })
}
