import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { versions } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api-context.ts'

export type Version = z.output<typeof versions.answer.payload>[number]

export const versionsKey = (itemId: number) => ['versions', itemId]

/** The versions of a file, newest first. */
export function useVersions(itemId: number) {
  const api = useApi()
  return useQuery({
    queryKey: versionsKey(itemId),
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.call(versions, { params: { id: String(itemId) } }, { signal }),
  })
}
