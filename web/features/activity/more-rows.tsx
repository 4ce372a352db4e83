import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'

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

/** The way to the next page: taken by itself when it comes near, by a press else, and by a press alone after a failure. */
export function MoreRows({ query, scroller }: MoreRowsProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, isFetchNextPageError } = query
  const more = useEffectEvent(() => void query.fetchNextPage())
  const isWaiting = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (!isWaiting || !place.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
      root: scroller.current,
      rootMargin: '400px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isWaiting, scroller])
  if (!hasNextPage) return null
  return (
    <div ref={place} className="activity-more">
      {isFetchNextPageError && <span role="alert">{t('activity.moreFailed')}</span>}
      <Button size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t(isFetchNextPageError ? 'common.retry' : 'common.more')}
      </Button>
    </div>
  )
}
