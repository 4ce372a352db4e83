import { queryOptions } from '@tanstack/react-query'
import { list } from '../../../../contract/features/archive.ts'
import type { Api } from '../../../lib/api.ts'

/** How often it is asked how far an archive has come. */
const WHILE_PREPARING_MS = 2_000

/** The archives that one may fetch, the newest first. */
export const archivesQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['room', roomId, 'archives'],
    queryFn: ({ signal }) => api.call(list, { params: { roomId: String(roomId) } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some((archive) => archive.state === 'PREPARING') ? WHILE_PREPARING_MS : false),
  })
