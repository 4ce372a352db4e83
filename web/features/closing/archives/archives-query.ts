import { queryOptions } from '@tanstack/react-query'
import { type ArchiveItem, list } from '../../../../contract/features/archive.ts'
import type { Api } from '../../../lib/api/api.ts'

const WHILE_PREPARING_MS = 2_000
const UNTIL_FETCHED_MS = 10_000

function intervalFor(archives: readonly ArchiveItem[] = []): number | false {
  if (archives.some(({ state }) => state === 'PREPARING')) return WHILE_PREPARING_MS
  return (
    archives.some(({ state, fetchedAt }) => state === 'READY' && fetchedAt === null) &&
    UNTIL_FETCHED_MS
  )
}

export const archivesQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['room', roomId, 'archives'],
    queryFn: ({ signal }) =>
      api.call(list, { params: { roomId: String(roomId) }, query: {} }, { signal }),
    refetchInterval: ({ state }) => intervalFor(state.data),
  })
