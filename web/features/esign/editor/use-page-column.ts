import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { currentPage } from './zoom.ts'

interface PageColumn {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly heightOf: (index: number) => number
  readonly gap: number
  readonly onCurrent: (index: number) => void
}

export function usePageColumn({ scroller, count, heightOf, gap, onCurrent }: PageColumn) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    gap,
    paddingStart: gap,
    paddingEnd: gap,
    overscan: 1,
  })
  const reportCurrent = useEffectEvent(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const shown = virtualizer.measurementsCache.map(({ start, size }) => ({
      top: start,
      height: size,
    }))
    onCurrent(currentPage(shown, scrollTop, clientHeight))
  })
  useEffect(() => {
    const element = scroller.current
    const report = () => reportCurrent()
    report()
    element?.addEventListener('scroll', report, { passive: true })
    return () => element?.removeEventListener('scroll', report)
  }, [scroller])
  return virtualizer
}
