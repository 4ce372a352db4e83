import { useQuery } from '@tanstack/react-query'
import { info } from '../../contract/features/rooms.ts'
import { ELEVATED_KEY } from './session-scope.ts'
import { useApp } from './use-app.ts'

/** Only this page caches the answer; each mount asks again. */
export function useElevated(roomId: number, enabled = true) {
  const { api } = useApp()
  return useQuery({
    queryKey: ELEVATED_KEY,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    queryFn: async ({ signal }) =>
      (await api.page(info, { params: { roomId: String(roomId) } }, { signal })).beside.raised,
  })
}
