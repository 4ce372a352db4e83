import { type Area, tileArea, tiledSize } from '../../../../paper/raster/page-raster.ts'
import type { PageSize } from '../opening/lease.ts'
import type { PageLoader } from './page-loader.ts'
import { usePageTiles } from './use-page-images.ts'

interface SheetTilesProps {
  readonly loader: PageLoader
  readonly page: number
  readonly size: PageSize
  /** The width is unrotated CSS pixels. */
  readonly width: number
}

export function SheetTiles({ loader, page, size, width }: SheetTilesProps) {
  const tiles = usePageTiles(loader, page)
  return tiles.map((tile) => {
    const pixels = tiledSize(size, tile.width)
    const area = tileArea(pixels, tile)
    return (
      area && (
        <img
          key={tile.url}
          className="viewer-tile"
          src={tile.url}
          alt=""
          draggable={false}
          decoding="sync"
          style={placeOf(area, width / pixels.width)}
        />
      )
    )
  })
}

/** Unrounded edges would let the layer below shine through. */
function placeOf({ left, top, width, height }: Area, scale: number) {
  const edge = (pixel: number) => Math.round(pixel * scale * devicePixelRatio) / devicePixelRatio
  return {
    left: edge(left),
    top: edge(top),
    width: edge(left + width) - edge(left),
    height: edge(top + height) - edge(top),
  }
}
