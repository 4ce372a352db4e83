import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { PageSize } from '../opening/lease.ts'
import { clampZoom, FIT, type Zoom } from '../panel/zoom.ts'
import {
  currentPage,
  type Focus,
  layOut,
  type PageLayout,
  type PlacedView,
  type ScrollPoint,
  scrollKeeping,
  scrollRevealing,
  scrollTopFor,
  type View,
  wholePageLevel,
} from './page-layout.ts'

/** Wider pages are harder to read. */
const FIT_WIDTH_MAX = 1_200
const GAP = 16
const NEAR_VIEWS = 2
/** Browsers round scroll positions, so small differences count as arrived. */
const ARRIVED = 2

const viewOf = ({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement): View => ({
  left: scrollLeft,
  top: scrollTop,
  width: clientWidth,
  height: clientHeight,
})

const fitWidthIn = ({ width }: View): number =>
  Math.max(1, Math.min(width - 2 * GAP, FIT_WIDTH_MAX))

function levelIn(view: View, pages: readonly PageSize[], zoom: Zoom): number {
  if (typeof zoom === 'number') return zoom
  const page = pages[zoom.fitsPage - 1]
  return page && view.width > 0
    ? clampZoom(wholePageLevel(page, fitWidthIn(view), view.height - 2 * GAP))
    : FIT
}

interface PageViewOptions {
  readonly pages: readonly PageSize[]
  readonly zoom: Zoom
  readonly page: number
  readonly onPage: (page: number) => void
}

export interface PageView {
  readonly layout: PageLayout
  readonly view: View
  readonly level: number
  /** @param share of the page above the view */
  goTo(page: number, share?: number): void
  /** Scrolls minimally. `spot` is page size shares. */
  reveal(page: number, spot: Focus): void
  holdNext(focus: Focus): void
}

const MIDDLE: Focus = { x: 0.5, y: 0.5 }
const UPPER_EDGE: Focus = { x: 0.5, y: 0 }

interface Goal {
  readonly top: number
  readonly isReached: boolean
}

const NOWHERE: View = { left: 0, top: 0, width: 0, height: 0 }

/** All heights follow from the zoom at once, keeping the focus point. List virtualizers measure each item. */
export function usePageView(
  scrolled: RefObject<HTMLElement | null>,
  { pages, zoom, page, onPage }: PageViewOptions,
): PageView {
  const [view, setView] = useState(NOWHERE)
  const level = levelIn(view, pages, zoom)
  const pageWidth = Math.round(fitWidthIn(view) * level)
  const layout = useMemo(() => layOut(pages, pageWidth, GAP), [pages, pageWidth])
  const placed = useRef<PlacedView>(undefined)
  const focus = useRef(MIDDLE)
  const goal = useRef<Goal>(undefined)

  useLayoutEffect(() => {
    const element = scrolled.current
    if (!element) return undefined
    const read = () => setView(viewOf(element))
    const forgetGoal = () => {
      goal.current = undefined
    }
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    element.addEventListener('scroll', read, options)
    for (const name of ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const)
      element.addEventListener(name, forgetGoal, options)
    const size = new ResizeObserver(read)
    size.observe(element)
    read()
    return () => {
      listening.abort()
      size.disconnect()
    }
  }, [scrolled])

  useLayoutEffect(() => {
    const element = scrolled.current
    if (!element || view.width === 0) return
    const from = placed.current
    placed.current = { layout, view }
    if (from?.layout === layout) return
    const held = from?.view.width === view.width ? focus.current : UPPER_EDGE
    const point = from
      ? scrollKeeping(from, layout, view, held)
      : { top: scrollTopFor(layout, page, view.height) }
    element.scrollTo({ ...point, behavior: 'instant' })
    focus.current = MIDDLE
    const moved = viewOf(element)
    if (!from || goal.current) goal.current = { top: moved.top, isReached: true }
    placed.current = { layout, view: moved }
    setView(moved)
  }, [scrolled, layout, view, page])

  const reportPage = useEffectEvent((seen: View) => {
    if (seen.width === 0 || placed.current?.layout !== layout) return
    if (goal.current) {
      const { top, isReached } = goal.current
      const isThere = Math.abs(seen.top - top) <= ARRIVED
      if (isThere) goal.current = { top, isReached: true }
      if (isThere || !isReached) return
      goal.current = undefined
    }
    const next = currentPage(layout, seen, page)
    if (next !== page) onPage(next)
  })
  useEffect(() => reportPage(view), [view])

  const scrollTo = (wanted: number, point: Partial<ScrollPoint>) => {
    const top = point.top ?? view.top
    const isNear =
      Math.abs(top - view.top) <= NEAR_VIEWS * view.height &&
      !matchMedia('(prefers-reduced-motion: reduce)').matches
    goal.current = { top, isReached: false }
    onPage(wanted)
    scrolled.current?.scrollTo({ ...point, behavior: isNear ? 'smooth' : 'instant' })
  }
  return {
    layout,
    view,
    level,
    goTo: (wanted, share) =>
      scrollTo(wanted, { top: scrollTopFor(layout, wanted, view.height, share) }),
    reveal: (wanted, spot) => scrollTo(wanted, scrollRevealing({ layout, view }, wanted, spot)),
    holdNext(next) {
      focus.current = next
    },
  }
}
