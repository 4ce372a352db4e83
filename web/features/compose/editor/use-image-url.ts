import { useQuery } from '@tanstack/react-query'
import { image } from '../../../../contract/features/compose.ts'
import { useApi } from '../../../lib/api-context.ts'
import { useObjectUrl } from '../../../lib/use-object-url.ts'
import { COMPOSE_KEY } from '../queries.ts'

/** The address of an image that was uploaded for stamping, within this page; undefined until it is there. */
export function useImageUrl(id: number): string | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [...COMPOSE_KEY, 'image', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.bytes(image, { params: { id: String(id) } }, { signal }),
  })
  return useObjectUrl(data)
}
