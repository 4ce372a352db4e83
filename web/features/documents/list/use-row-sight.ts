import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIsPrinted } from '../../../lib/browser/use-is-printed.ts'
import { type Sight, scrolledTo, sightOf } from './row-window.ts'

const PRINTED: Sight = { first: 0, end: 1_000 }

interface RowMeasures {
  readonly rowHeight: number
  readonly above: number
}

export function useRowSight(
  scroller: RefObject<HTMLElement | null>,
  { rowHeight, above }: RowMeasures,
) {
  const [sight, setSight] = useState<Sight>({ first: 0, end: 0 })
  const [height, setHeight] = useState(0)
  const isPrinted = useIsPrinted()
  const measured = ({ scrollTop, clientHeight }: HTMLElement) => ({
    top: scrollTop,
    height: clientHeight - above,
    rowHeight,
  })

  const look = useEffectEvent((element: HTMLElement) => {
    const now = sightOf(measured(element))
    setSight((before) => (before.first === now.first && before.end === now.end ? before : now))
    setHeight(element.clientHeight - above)
  })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && rowHeight + above > 0) look(element)
  }, [scroller, rowHeight, above])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const watch = new ResizeObserver(() => look(element))
    watch.observe(element)
    // A later frame would show a gap.
    const onScroll = () => flushSync(() => look(element))
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller])

  return {
    sight: isPrinted ? PRINTED : sight,
    height,
    reveal(index: number) {
      const element = scroller.current
      if (element) element.scrollTop = scrolledTo(index, measured(element))
    },
    toTop() {
      scroller.current?.scrollTo(0, 0)
    },
  }
}
