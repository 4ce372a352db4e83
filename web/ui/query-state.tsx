import type { UseQueryResult } from '@tanstack/react-query'
import { useErrorText } from '../lib/api-context.ts'
import { useTranslation } from '../lib/i18n.ts'
import { FailureState, SkeletonRows } from './states.tsx'

interface QueryStateProps {
  readonly query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'isFetching' | 'refetch'>
  /** Rows that are likely to come. */
  readonly count: number
}

/** Stands where the rows of a query are not there yet, or could not be had. */
export function QueryState({ query, count }: QueryStateProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (query.isPending) return <SkeletonRows label={t('common.loading')} count={count} />
  if (!query.isError) return null
  return (
    <FailureState
      text={errorText(query.error)}
      retryLabel={t('common.retry')}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}
