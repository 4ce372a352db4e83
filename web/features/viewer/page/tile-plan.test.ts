import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imageSize, TILE_SIDE, tileArea, tiledSize } from '../../../../paper/raster/page-raster.ts'
import { layOut, pagesLeft, type View } from './page-layout.ts'
import { stepOf } from './page-width.ts'
import { isSideways, type QuarterTurns, rotatedPages, rotatedSpot } from './rotation.ts'
import { planTiles, TILES_MAX } from './tile-plan.ts'

const A4 = { width: 595, height: 842 }
const GAP = 16

interface Look {
  readonly pages?: readonly { readonly width: number; readonly height: number }[]
  readonly pageWidth: number
  readonly view: View
  readonly rotation?: QuarterTurns
  readonly unit?: 'point' | 'pixel'
  readonly pixelRatio?: number
}

function look({
  pages = [A4, A4],
  pageWidth,
  view,
  rotation = 0,
  unit = 'point',
  pixelRatio = 1,
}: Look) {
  const layout = layOut(rotatedPages(pages, rotation), pageWidth, GAP)
  const imageWidth = isSideways(rotation) ? Math.max(...layout.heights) : pageWidth
  const wholeWidth = stepOf(imageWidth, pixelRatio)
  return {
    layout,
    wholeWidth,
    tiles: planTiles({ layout, view, pages, rotation, unit, wholeWidth, pixelRatio }),
  }
}

const places = (tiles: readonly { column: number; row: number; isSeen: boolean }[]) =>
  tiles.map(({ column, row, isSeen }) => `${column}.${row}${isSeen ? '' : '*'}`)

describe('tiles are wanted', () => {
  const view = { left: 0, top: GAP, width: 1_440, height: 900 }

  test('where the image of the whole page is not as sharp as the screen, and nowhere else', () => {
    expect(look({ pageWidth: 1_200, view, pixelRatio: 2 }).tiles).toEqual([])
    expect(look({ pageWidth: 2_400, view }).tiles).toEqual([])
    expect(new Set(look({ pageWidth: 2_420, view }).tiles.map(({ width }) => width))).toEqual(
      new Set([3_200]),
    )
    expect(
      new Set(look({ pageWidth: 4_800, view, pixelRatio: 2 }).tiles.map(({ width }) => width)),
    ).toEqual(new Set([9_600]))
  })

  test('in sight first, from the middle on, then those around', () => {
    const tiles = places(
      look({ pageWidth: 4_800, view: { left: 1_100, top: 2_100, width: 1_100, height: 900 } })
        .tiles,
    )
    expect(tiles).toEqual(['1.2', '2.2', '1.1*', '1.3*', '0.2*', '2.1*', '2.3*', '0.1*', '0.3*'])
  })

  test('of a page that is turned where it is seen', () => {
    const upperLeft = { left: GAP, top: GAP, width: 500, height: 500 }
    const corner = (rotation: QuarterTurns) => {
      const [nearest] = look({ pages: [A4], pageWidth: 4_800, view: upperLeft, rotation }).tiles
      const size = tiledSize(A4, nearest?.width ?? 0)
      return {
        right: (nearest?.column ?? 0) * TILE_SIDE > size.width / 2,
        low: (nearest?.row ?? 0) * TILE_SIDE > size.height / 2,
      }
    }
    expect(([0, 1, 2, 3] as const).map(corner)).toEqual([
      { right: false, low: false },
      { right: false, low: true },
      { right: true, low: true },
      { right: true, low: false },
    ])
  })

  test('of an image no sharper than its own pixels, and not at all where the whole image has them', () => {
    const photo = { width: 5_000, height: 4_000 }
    const large = { pageWidth: 4_800, view, pixelRatio: 2 }
    expect(look({ ...large, pages: [photo], unit: 'pixel' }).tiles[0]?.width).toBe(6_400)
    expect(look({ ...large, pages: [photo] }).tiles[0]?.width).toBe(9_600)
    expect(
      look({ ...large, pages: [{ width: 2_400, height: 1_600 }], unit: 'pixel' }).tiles,
    ).toEqual([])
  })

  test('of a strip at once: its whole image is narrow', () => {
    const strip = { width: 600, height: 14_000 }
    const { tiles, wholeWidth } = look({ pages: [strip], pageWidth: 1_200, view })
    expect(imageSize(strip, wholeWidth).width).toBeLessThan(1_200)
    expect(tiles[0]?.width).toBe(1_200)
  })

  test('no sharper than one can draw them, and not for a strip that gains nothing', () => {
    expect(look({ pageWidth: 12_000, view, pixelRatio: 3 }).tiles[0]?.width).toBe(19_200)
    expect(look({ pages: [{ width: 1, height: 100_000 }], pageWidth: 1_200, view }).tiles).toEqual(
      [],
    )
  })
})

describe('for any view,', () => {
  const side = fc.integer({ min: 20, max: 15_000 })
  const anyLook = fc.record({
    pages: fc.array(fc.record({ width: side, height: side }), { minLength: 1, maxLength: 4 }),
    pageWidth: fc.integer({ min: 50, max: 5_000 }),
    rotation: fc.constantFrom(0, 1, 2, 3) as fc.Arbitrary<QuarterTurns>,
    unit: fc.constantFrom('point', 'pixel') as fc.Arbitrary<'point' | 'pixel'>,
    pixelRatio: fc.constantFrom(1, 1.25, 1.5, 2, 2.625, 3),
    at: fc.record({
      x: fc.double({ min: 0, max: 1, noNaN: true }),
      y: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    size: fc.record({
      width: fc.integer({ min: 200, max: 3_840 }),
      height: fc.integer({ min: 200, max: 2_160 }),
    }),
  })

  test('the tiles are few, each is of a page, wanted once and at one width', () => {
    fc.assert(
      fc.property(anyLook, ({ at, size, ...rest }) => {
        const { layout } = look({ ...rest, view: { left: 0, top: 0, ...size } })
        const view = {
          left: at.x * Math.max(0, layout.pageWidth - size.width),
          top: at.y * Math.max(0, layout.height - size.height),
          ...size,
        }
        const { tiles } = look({ ...rest, view })
        expect(tiles.length).toBeLessThanOrEqual(TILES_MAX)
        expect(new Set(tiles.map(({ page, column, row }) => `${page} ${column}.${row}`)).size).toBe(
          tiles.length,
        )
        for (const tile of tiles) {
          const paper = rest.pages[tile.page - 1]
          expect(paper && tileArea(tiledSize(paper, tile.width), tile)).toBeDefined()
          expect(tile.width).toBe(tiles.find(({ page }) => page === tile.page)?.width)
        }
      }),
    )
  })

  test('all of it that is seen is covered, as sharp as the screen where so few tiles can be', () => {
    fc.assert(
      fc.property(
        anyLook,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, x, y) => {
          const { at, size, ...rest } = all
          const { layout } = look({ ...rest, view: { left: 0, top: 0, ...size } })
          const view = {
            left: at.x * Math.max(0, layout.pageWidth - size.width),
            top: at.y * Math.max(0, layout.height - size.height),
            ...size,
          }
          const { tiles, wholeWidth } = look({ ...rest, view })
          const along = (length: number) => (1.5 * length * rest.pixelRatio) / TILE_SIDE + 2
          const areFew = along(size.width) * along(size.height) * rest.pages.length <= TILES_MAX
          for (const [index, paper] of rest.pages.entries()) {
            const own = tiles.filter(({ page }) => page === index + 1)
            const [first] = own
            const height = layout.heights[index] ?? 1
            const spot = {
              x: (view.left + x * view.width - pagesLeft(layout, view.width)) / layout.pageWidth,
              y: (view.top + y * view.height - (layout.tops[index] ?? 0)) / height,
            }
            if (spot.x <= 0.001 || spot.x >= 0.999 || spot.y <= 0.001 || spot.y >= 0.999) continue
            const shown = Math.round(
              (isSideways(rest.rotation) ? height : layout.pageWidth) * rest.pixelRatio,
            )
            const wanted = rest.unit === 'pixel' ? Math.min(shown, paper.width) : shown
            const pixels = first ? tiledSize(paper, first.width) : imageSize(paper, wholeWidth)
            if (areFew)
              expect(pixels.width).toBeGreaterThanOrEqual(
                Math.min(wanted, tiledSize(paper, 19_200).width),
              )
            if (!first) continue
            const stored = rotatedSpot(spot, ((4 - rest.rotation) % 4) as QuarterTurns)
            const [column, row] = [
              Math.floor((stored.x * pixels.width) / TILE_SIDE),
              Math.floor((stored.y * pixels.height) / TILE_SIDE),
            ]
            expect(own).toContainEqual(expect.objectContaining({ column, row, isSeen: true }))
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
