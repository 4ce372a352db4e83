import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../../lib/api/api-context.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { COMPOSE_KEY } from './queries.ts'

export function useComposing() {
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const alertError = useErrorAlert()
  return useMemo(
    () => ({ api, queries, dialogs, toast, alertError, refresh: () => refreshAll(queries) }),
    [api, queries, dialogs, toast, alertError],
  )
}

/** PDFs and images never change, so they stay cached. */
async function refreshAll(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({
    queryKey: COMPOSE_KEY,
    predicate: ({ queryKey: [, kind] }) => kind !== 'pdf' && kind !== 'image',
  })
}
