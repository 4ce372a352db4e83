import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { preview } from '../../../contract/features/groups/rights.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { pause, systemClock } from '../../lib/browser/clock.ts'
import type { GrantChangeInput } from '../../room/grants.ts'
import { rightsKey } from './rights-query.ts'

/** A held key causes only one call. */
const REST_MS = 250

/** This ignores other operators' changes. */
export function useEffects(roomId: number, changes: readonly GrantChangeInput[]) {
  const api = useApi()
  const asked = changes.map(({ was, ...change }) => change)
  const query = useQuery({
    queryKey: [...rightsKey(roomId), 'effects', asked],
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      await pause(systemClock, REST_MS, signal)
      signal.throwIfAborted()
      return (await api.call(preview, { body: { roomId, changes: asked } }, { signal })).effects
    },
  })
  return {
    effects: asked.length > 0 ? query.data : undefined,
    isCounting: asked.length > 0 && query.isFetching,
  }
}
