import type { PageSize } from './lease.ts'

/** Where each page stands in the column, in CSS pixels from its top. Every page is as wide as the others; pages count from 1. */
export interface PageLayout {
  readonly pageWidth: number
  /** Between two pages, and around all of them. */
  readonly gap: number
  readonly tops: readonly number[]
  readonly heights: readonly number[]
  /** Of the whole column. */
  readonly height: number
}

export interface Point {
  readonly left: number
  readonly top: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** The part of the column that is seen. */
export type View = Point & Size

/** Places pages one under the other. */
export function layOut(pages: readonly PageSize[], pageWidth: number, gap: number): PageLayout {
  const heights = pages.map(({ width, height }) => Math.max(1, Math.round((pageWidth * height) / width)))
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

/** The left edge of the pages: in the middle as long as they fit. */
export const pagesLeft = ({ pageWidth, gap }: PageLayout, viewWidth: number): number => Math.max(gap, (viewWidth - pageWidth) / 2)

/** As wide as the view, or as the pages where these are wider. */
export const columnWidth = ({ pageWidth, gap }: PageLayout, viewWidth: number): number => Math.max(viewWidth, pageWidth + 2 * gap)

/** Where to scroll for a page, or what lies on it below this share of its height, to begin at the upper edge, as far as the column goes. */
export const scrollTopFor = (layout: PageLayout, page: number, viewHeight: number, share = 0): number =>
  Math.max(0, Math.min(topOf(layout, page) + share * heightOf(layout, page) - layout.gap, layout.height - viewHeight))

/** How large a page is seen whole, where 1 is as wide as its column; no larger than that. */
export const wholePageLevel = ({ width, height }: PageSize, columnWidth: number, viewHeight: number): number =>
  Math.min(1, (viewHeight * width) / (columnWidth * height))

/** The last page that begins at or above `y`; the first one if none does. */
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

/** The pages of which something is seen; never none. */
export function pagesInView(layout: PageLayout, { top, height }: Pick<View, 'top' | 'height'>): PageRange {
  const last = pageFrom(layout, top + height - 1)
  const at = pageFrom(layout, top)
  const isPast = topOf(layout, at) + heightOf(layout, at) <= top
  return { first: Math.min(isPast ? at + 1 : at, last), last }
}

/**
 * The page that is being read: `before` as long as it is seen whole, else the first one of which at least half is seen,
 * else (pages higher than the view) the one that crosses its middle.
 */
export function currentPage(layout: PageLayout, view: Pick<View, 'top' | 'height'>, before: number): number {
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

/** A height in the document that no zoom changes: a share of a page, or so many pixels before or after it. */
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

/** A layout and the part of it that is seen. */
export interface Placed {
  readonly layout: PageLayout
  readonly view: View
}

/** A point of the view, as shares of its width and height. */
export interface Focus {
  readonly x: number
  readonly y: number
}

/** Where to scroll in another layout, or in a view of another size, so that the point of the document under the focus stays under it. */
export function scrollKeeping(from: Placed, layout: PageLayout, size: Size, { x, y }: Focus): Point {
  const share = (from.view.left + x * from.view.width - pagesLeft(from.layout, from.view.width)) / from.layout.pageWidth
  return {
    left: pagesLeft(layout, size.width) + share * layout.pageWidth - x * size.width,
    top: offsetOf(layout, spotAt(from.layout, from.view.top + y * from.view.height)) - y * size.height,
  }
}

/** What is revealed stands at least so far inside of the view, as a share of it. */
const MARGIN = 0.12

/** Where one has to scroll along one axis for a point to be well in view: nowhere, if it is already. */
function revealing(at: number, from: number, length: number): number {
  const isSeen = at >= from + MARGIN * length && at <= from + (1 - MARGIN) * length
  return isSeen ? from : Math.max(0, at - length / 3)
}

/** Where to scroll for a point of a page, given as shares of its width and height, to be seen. */
export function scrollRevealing({ layout, view }: Placed, page: number, { x, y }: Focus): Point {
  const top = topOf(layout, page) + y * heightOf(layout, page)
  const left = pagesLeft(layout, view.width) + x * layout.pageWidth
  return {
    top: Math.min(revealing(top, view.top, view.height), Math.max(0, layout.height - view.height)),
    left: columnWidth(layout, view.width) > view.width ? revealing(left, view.left, view.width) : 0,
  }
}
