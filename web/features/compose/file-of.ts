import { useQuery } from '@tanstack/react-query'
import { result, source } from '../../../contract/features/compose.ts'
import { useApi } from '../../lib/api-context.ts'
import { COMPOSE_KEY } from './queries.ts'

/** The PDF of a document, fetched once and held as long as somebody shows it; the sealed one where it is completed. */
export function usePdf(templateId: number, isSealed: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...COMPOSE_KEY, 'pdf', templateId, isSealed],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: ({ signal }) =>
      api.bytes(isSealed ? result : source, { params: { templateId: String(templateId) }, query: { purpose: 'view' } }, { signal }),
  })
}
