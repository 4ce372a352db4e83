import { TILED_WIDTHS } from '../../../../contract/core/limits.ts'
import { imageSize, TILE_SIDE, type Tile, tiledSize } from '../../../../paper/raster/page-raster.ts'
import type { LeasePages, PageSize } from '../opening/lease.ts'
import { type Focus, type PageLayout, pagesInView, pagesLeft, type View } from './page-layout.ts'
import { isSideways, type QuarterTurns, unrotated } from './rotation.ts'

/** Pages start at 1. `width` is the whole page's pixels. */
export interface PageTile extends Tile {
  readonly page: number
  readonly width: number
}

export interface WantedTile extends PageTile {
  readonly isSeen: boolean
}

/** Larger views use coarser tiles. */
export const TILES_MAX = 64
/** The margin is in page pixels. */
const MARGIN = TILE_SIDE / 2

interface TilePlan {
  readonly layout: PageLayout
  readonly view: View
  readonly pages: readonly PageSize[]
  readonly rotation: QuarterTurns
  readonly unit: LeasePages['unit']
  readonly wholeWidth: number
  readonly pixelRatio: number
}

export function planTiles(plan: TilePlan): readonly WantedTile[] {
  const { first, last } = pagesInView(plan.layout, plan.view)
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  for (let coarser = 0; coarser < TILED_WIDTHS.length; coarser += 1) {
    const tiles = numbers.flatMap((page) => tilesOf(plan, page, coarser))
    if (tiles.filter(({ isSeen }) => isSeen).length > TILES_MAX) continue
    const nearest = tiles.sort(
      (one, other) => Number(other.isSeen) - Number(one.isSeen) || one.distance - other.distance,
    )
    return nearest.slice(0, TILES_MAX).map(({ distance: _, ...tile }) => tile)
  }
  return []
}

/** Returns undefined if the whole image is as sharp. @param coarser steps down */
function tiledWidth(
  { layout, pages, rotation, unit, wholeWidth, pixelRatio }: TilePlan,
  page: number,
  coarser: number,
): number | undefined {
  const paper = pages[page - 1]
  if (!paper) return undefined
  const shown =
    (isSideways(rotation) ? (layout.heights[page - 1] ?? 0) : layout.pageWidth) * pixelRatio
  // Images have no detail beyond their pixels.
  const wanted = unit === 'pixel' ? Math.min(shown, paper.width) : shown
  const whole = imageSize(paper, wholeWidth).width
  if (whole >= wanted) return undefined
  const widths = TILED_WIDTHS.map((width) => tiledSize(paper, width).width)
  const reachable = Math.min(wanted, Math.max(...widths))
  const step = widths.findIndex((width) => width >= reachable) - coarser
  return (widths[step] ?? 0) > whole ? TILED_WIDTHS[step] : undefined
}

interface PlacedTile extends WantedTile {
  readonly distance: number
}

function tilesOf(plan: TilePlan, page: number, coarser: number): readonly PlacedTile[] {
  const paper = plan.pages[page - 1]
  const width = tiledWidth(plan, page, coarser)
  if (!paper || width === undefined) return []
  const size = tiledSize(paper, width)
  const [from, to] = seenOf(plan, page)
  const across = spanOf(from.x * size.width, to.x * size.width, size.width)
  const down = spanOf(from.y * size.height, to.y * size.height, size.height)
  const tiles: PlacedTile[] = []
  for (let row = down.first; row <= down.last; row += 1) {
    for (let column = across.first; column <= across.last; column += 1) {
      const isSeen = across.isSeen(column) && down.isSeen(row)
      const distance = Math.hypot(column + 0.5 - across.middle, row + 0.5 - down.middle)
      tiles.push({ page, width, column, row, isSeen, distance })
    }
  }
  return tiles
}

function seenOf({ layout, view, rotation }: TilePlan, page: number): readonly [Focus, Focus] {
  const [left, top] = [
    view.left - pagesLeft(layout, view.width),
    view.top - (layout.tops[page - 1] ?? 0),
  ]
  const height = layout.heights[page - 1] ?? 1
  const spot = (x: number, y: number) =>
    unrotated({ x: within(x / layout.pageWidth), y: within(y / height) }, rotation)
  const [one, other] = [spot(left, top), spot(left + view.width, top + view.height)]
  return [
    { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y) },
    { x: Math.max(one.x, other.x), y: Math.max(one.y, other.y) },
  ]
}

const within = (share: number): number => Math.min(Math.max(share, 0), 1)

function spanOf(from: number, to: number, length: number) {
  const last = Math.ceil(length / TILE_SIDE) - 1
  const tileAt = (pixel: number) => Math.min(Math.max(Math.floor(pixel / TILE_SIDE), 0), last)
  const [firstSeen, lastSeen] = [tileAt(from), tileAt(Math.ceil(to) - 1)]
  return {
    first: tileAt(from - MARGIN),
    last: tileAt(to + MARGIN),
    middle: (from + to) / 2 / TILE_SIDE,
    isSeen: (tile: number) => tile >= firstSeen && tile <= lastSeen,
  }
}
