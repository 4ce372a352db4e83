import { useQuery } from '@tanstack/react-query'
import { info } from '../../contract/features/rooms.ts'
import { useHouse } from './house-context.ts'
import { RAISED_KEY } from './workroom.ts'

/** Whether the server has this session's operator area open; nothing here remembers the answer beyond the page. */
export function useRaised(roomId: number, enabled = true) {
  const { api } = useHouse()
  return useQuery({
    queryKey: RAISED_KEY,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => (await api.page(info, { params: { roomId: String(roomId) } }, { signal })).beside.raised,
  })
}
