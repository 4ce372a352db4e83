import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { versions } from '../../../../contract/features/documents.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'

export type Version = z.output<typeof versions.answer.payload>[number]

export const versionsKey = (itemId: number) => ['versions', itemId]

async function readVersions(api: Api, itemId: number, signal: AbortSignal): Promise<Version[]> {
  const all: Version[] = []
  let cursor: string | undefined
  do {
    const query = cursor === undefined ? {} : { cursor }
    const page = await api.page(versions, { params: { id: String(itemId) }, query }, { signal })
    all.push(...page.payload)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return all
}

export function useVersions(itemId: number) {
  const api = useApi()
  return useQuery({
    queryKey: versionsKey(itemId),
    refetchOnMount: 'always',
    queryFn: ({ signal }) => readVersions(api, itemId, signal),
  })
}
