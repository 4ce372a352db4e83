import { type RefObject, useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useWhenNear } from '../../../ui/list/use-when-near.ts'

interface MoreRowsProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetching: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly scroller: RefObject<HTMLElement | null>
}

export function MoreRows({ query, scroller }: MoreRowsProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, isFetchNextPageError } = query
  const isWaiting = hasNextPage && !isFetching && !isFetchNextPageError
  useWhenNear({ place, scroller, isWaiting, onNear: () => void query.fetchNextPage() })
  if (!hasNextPage) return null
  return (
    <div ref={place} className="activity-more">
      {isFetchNextPageError && <span role="alert">{t('activity.moreFailed')}</span>}
      <Button
        size="small"
        isBusy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {t(isFetchNextPageError ? 'common.retry' : 'common.more')}
      </Button>
    </div>
  )
}
