import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-context.ts'
import { membersQuery } from './members-query.ts'

/** One removed person makes the server refuse the call for all, so this reads the list again. @returns those still there. */
export function usePresent(roomId: number): (ids: readonly number[]) => Promise<readonly number[]> {
  const api = useApi()
  const queries = useQueryClient()
  return async (ids) => {
    const { pages } = await queries.fetchInfiniteQuery({ ...membersQuery(api, roomId), pages: Number.POSITIVE_INFINITY, staleTime: 0 })
    const there = new Set(pages.flatMap(({ payload }) => payload.map(({ id }) => id)))
    return ids.filter((id) => there.has(id))
  }
}
