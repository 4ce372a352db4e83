import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../../lib/api-context.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useTellError } from '../../ui/use-tell-error.ts'
import { COMPOSE_KEY } from './queries.ts'

/** What the calls of the composing tool need: to be made, to be told of, and to have the lists follow. */
export function useComposing() {
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const tellError = useTellError()
  return useMemo(
    () => ({ api, queries, dialogs, toast, tellError, refresh: () => refreshAll(queries) }),
    [api, queries, dialogs, toast, tellError],
  )
}

/** Has all that is known of composed documents asked for anew, save the PDFs and images, which do not change. */
async function refreshAll(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({
    queryKey: COMPOSE_KEY,
    predicate: ({ queryKey: [, kind] }) => kind !== 'pdf' && kind !== 'image',
  })
}
