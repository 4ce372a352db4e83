import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../lib/api/api-context.ts'
import { groupsKey } from '../../../room/groups.ts'
import { membersQuery } from '../members-query.ts'

export function useRefresh(roomId: number): () => Promise<unknown> {
  const api = useApi()
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: groupsKey(roomId) }),
      queries.invalidateQueries({ queryKey: membersQuery(api, roomId).queryKey }),
    ])
}
