import type { PageSize } from '../opening/lease.ts'

/** Positions are CSS pixels from the column's top; pages start at 1. */
export interface PageLayout {
  readonly pageWidth: number
  readonly gap: number
  readonly tops: readonly number[]
  readonly heights: readonly number[]
  readonly height: number
}

export interface ScrollPoint {
  readonly left: number
  readonly top: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export type View = ScrollPoint & Size

export function layOut(pages: readonly PageSize[], pageWidth: number, gap: number): PageLayout {
  const heights = pages.map(({ width, height }) =>
    Math.max(1, Math.round((pageWidth * height) / width)),
  )
  const tops: number[] = []
  let top = gap
  for (const height of heights) {
    tops.push(top)
    top += height + gap
  }
  return { pageWidth, gap, tops, heights, height: top }
}

const topOf = (layout: PageLayout, page: number): number => layout.tops[page - 1] ?? 0
const heightOf = (layout: PageLayout, page: number): number => layout.heights[page - 1] ?? 0

export const pagesLeft = ({ pageWidth, gap }: PageLayout, viewWidth: number): number =>
  Math.max(gap, (viewWidth - pageWidth) / 2)

export const columnWidth = ({ pageWidth, gap }: PageLayout, viewWidth: number): number =>
  Math.max(viewWidth, pageWidth + 2 * gap)

export const scrollTopFor = (
  layout: PageLayout,
  page: number,
  viewHeight: number,
  share = 0,
): number =>
  Math.max(
    0,
    Math.min(
      topOf(layout, page) + share * heightOf(layout, page) - layout.gap,
      layout.height - viewHeight,
    ),
  )

/** At level 1, the page fills its column. */
export const wholePageLevel = (
  { width, height }: PageSize,
  columnWidth: number,
  viewHeight: number,
): number => Math.min(1, (viewHeight * width) / (columnWidth * height))

function pageFrom({ tops }: PageLayout, y: number): number {
  let [low, high] = [1, tops.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle - 1] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}

interface PageRange {
  readonly first: number
  readonly last: number
}

export function pagesInView(
  layout: PageLayout,
  { top, height }: Pick<View, 'top' | 'height'>,
): PageRange {
  const last = pageFrom(layout, top + height - 1)
  const at = pageFrom(layout, top)
  const isPast = topOf(layout, at) + heightOf(layout, at) <= top
  return { first: Math.min(isPast ? at + 1 : at, last), last }
}

/** Returns `before` while fully visible, else the first half-visible page, else the middle one. */
export function currentPage(
  layout: PageLayout,
  view: Pick<View, 'top' | 'height'>,
  before: number,
): number {
  const shareSeen = (page: number): number => {
    const top = topOf(layout, page)
    const height = heightOf(layout, page)
    return (Math.min(top + height, view.top + view.height) - Math.max(top, view.top)) / height
  }
  if (shareSeen(before) === 1) return before
  const { first, last } = pagesInView(layout, view)
  for (let page = first; page <= last; page += 1) if (shareSeen(page) >= 0.5) return page
  return pageFrom(layout, view.top + view.height / 2)
}

/** Zoom keeps the page share and the `beyond` pixels. */
interface Spot {
  readonly page: number
  readonly share: number
  readonly beyond: number
}

function spotAt(layout: PageLayout, y: number): Spot {
  const page = pageFrom(layout, y)
  const inside = y - topOf(layout, page)
  const height = heightOf(layout, page)
  const share = Math.min(Math.max(inside / height, 0), 1)
  return { page, share, beyond: inside - share * height }
}

const offsetOf = (layout: PageLayout, { page, share, beyond }: Spot): number =>
  topOf(layout, page) + share * heightOf(layout, page) + beyond

export interface PlacedView {
  readonly layout: PageLayout
  readonly view: View
}

/** Both are shares of the view size. */
export interface Focus {
  readonly x: number
  readonly y: number
}

export function scrollKeeping(
  from: PlacedView,
  layout: PageLayout,
  size: Size,
  { x, y }: Focus,
): ScrollPoint {
  const share =
    (from.view.left + x * from.view.width - pagesLeft(from.layout, from.view.width)) /
    from.layout.pageWidth
  return {
    left: pagesLeft(layout, size.width) + share * layout.pageWidth - x * size.width,
    top:
      offsetOf(layout, spotAt(from.layout, from.view.top + y * from.view.height)) - y * size.height,
  }
}

/** Revealed points keep this share from the edges. */
const MARGIN = 0.12

function revealing(at: number, from: number, length: number): number {
  const isSeen = at >= from + MARGIN * length && at <= from + (1 - MARGIN) * length
  return isSeen ? from : Math.max(0, at - length / 3)
}

export function scrollRevealing(
  { layout, view }: PlacedView,
  page: number,
  { x, y }: Focus,
): ScrollPoint {
  const top = topOf(layout, page) + y * heightOf(layout, page)
  const left = pagesLeft(layout, view.width) + x * layout.pageWidth
  return {
    top: Math.min(revealing(top, view.top, view.height), Math.max(0, layout.height - view.height)),
    left: columnWidth(layout, view.width) > view.width ? revealing(left, view.left, view.width) : 0,
  }
}
