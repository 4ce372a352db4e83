import { keepPreviousData, useQueries } from '@tanstack/react-query'
import type { HistoryItem } from '../../../../contract/features/history.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { type ActivityScope, readPage } from './activity-query.ts'

const PAGE = '1000'
const SIGNING_MS = 3_000

async function readEntries(
  api: Api,
  scope: ActivityScope,
  readingId: number,
  signal: AbortSignal,
): Promise<readonly HistoryItem[]> {
  const entries: HistoryItem[] = []
  let cursor: string | undefined
  do {
    const asked = {
      limit: PAGE,
      readingId: String(readingId),
      ...(cursor === undefined ? {} : { cursor }),
    }
    const page = await readPage(api, scope, {}, asked, signal)
    entries.push(...page.payload.roomActivityItem)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return entries
}

export function useReadingEntries(scope: ActivityScope, items: readonly HistoryItem[]) {
  const api = useApi()
  const [language] = useLanguage()
  return useQueries({
    queries: items.map(({ id, readingId = 0 }) => ({
      queryKey: ['activity-reading', scope, readingId, language, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => readEntries(api, scope, readingId, signal),
      placeholderData: keepPreviousData<readonly HistoryItem[]>,
      refetchInterval: ({ state }: { state: { data?: readonly HistoryItem[] | undefined } }) =>
        state.data?.some(({ proof }) => proof === 'waiting') ? SIGNING_MS : false,
      gcTime: 0,
    })),
  })
}

export type ReadingEntries = ReturnType<typeof useReadingEntries>[number]
