import type { UseQueryResult } from '@tanstack/react-query'
import { useErrorText } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FailureState, SkeletonRows } from './states.tsx'

interface QueryStateProps {
  readonly query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'isFetching' | 'refetch'>
  readonly count: number
}

export function QueryState({ query, count }: QueryStateProps) {
  const { t } = useTranslation()
  if (query.isPending) return <SkeletonRows label={t('common.loading')} count={count} />
  return query.isError ? <FailedQuery query={query} /> : null
}

interface FailedQueryProps {
  readonly query: Pick<UseQueryResult, 'error' | 'isFetching'> & { refetch(): unknown }
}

export function FailedQuery({ query }: FailedQueryProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <FailureState
      text={errorText(query.error)}
      retryLabel={t('common.retry')}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}
