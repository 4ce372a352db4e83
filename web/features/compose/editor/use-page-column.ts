import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { currentPage } from './zoom.ts'

interface PageColumn {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** Of a page, in pixels. */
  readonly heightOf: (index: number) => number
  /** Between two pages, and around all of them, in pixels. */
  readonly gap: number
  /** Hears which page is the current one, from 0, whenever it may be another. */
  readonly onCurrent: (index: number) => void
}

/** Pages, one below the other, of which only those near what is seen are there. */
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
  const tellCurrent = useEffectEvent(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const shown = virtualizer.measurementsCache.map(({ start, size }) => ({ top: start, height: size }))
    onCurrent(currentPage(shown, scrollTop, clientHeight))
  })
  useEffect(() => {
    const element = scroller.current
    const tell = () => tellCurrent()
    tell()
    element?.addEventListener('scroll', tell, { passive: true })
    return () => element?.removeEventListener('scroll', tell)
  }, [scroller])
  return virtualizer
}
