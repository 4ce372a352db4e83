import { expect } from 'vitest'
import { displayedSize } from '../../paper/space/page-space.ts'
import { pdfOf } from './pdf-file.ts'
import { blackSquare, distance, type Sealer, square } from './sealer.ts'

type Corners = readonly [number, number, number, number]

/** Of a page what decides where things stand on it. */
export interface Shape {
  readonly name: string
  readonly media: Corners
  readonly crop?: Corners
  readonly unit?: number
}

export const TURNS: readonly number[] = [0, 90, 180, 270, -90, 450]
/** Of these a picture as fine as any has 24 million pixels. */
export const LARGE: Shape = { name: 'A0', media: [0, 0, 2384, 3370] }
const LARGEST_PICTURE = 4_096

const boxOf = (corners: Corners) => `[${corners.join(' ')}]`

/** What is seen of the paper. */
function seen({ media, crop = media }: Shape): Corners {
  const sorted = ([a, b, c, d]: Corners): Corners => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
  const [paper, window] = [sorted(media), sorted(crop)]
  return [Math.max(paper[0], window[0]), Math.max(paper[1], window[1]), Math.min(paper[2], window[2]), Math.min(paper[3], window[3])]
}

/** Squares on pages of one document, a page for each shape and turn: a process for each would take longer than all they do. */
export interface PlacedSquares {
  /** What is placed on the pages of a shape stands within half a point of its place. */
  expectInPlace(shape: Shape): Promise<void>
}

export async function placeSquares(sealer: Sealer, shapes: readonly Shape[], turns: readonly number[]): Promise<PlacedSquares> {
  const pages = shapes.flatMap((shape) =>
    turns.map((turn) => {
      const size = displayedSize({ crop: seen(shape), rotate: turn, userUnit: shape.unit ?? 1 })
      const side = Math.min(size.width, size.height) / 5
      return { shape, turn, size, rect: { x: size.width * 0.61 + 0.3, y: size.height * 0.13 + 0.7, w: side, h: side } }
    }),
  )
  const entriesOf = ({ media, crop, unit }: Shape): string =>
    `/MediaBox ${boxOf(media)} ${crop ? `/CropBox ${boxOf(crop)}` : ''} ${unit ? `/UserUnit ${unit}` : ''}`
  const drawn = await sealer.seal(
    pdfOf(pages.map(({ shape, turn }) => ({ content: '', entries: `${entriesOf(shape)} /Rotate ${turn}` }))),
    {
      pages: pages.map(({ size }) => size),
      images: [blackSquare()],
      drawings: pages.map(({ rect }, page) => square(page, rect.x, rect.y, rect.w)),
    },
  )
  return {
    async expectInPlace(wanted) {
      for (const [index, { shape, turn, size, rect }] of pages.entries()) {
        if (shape !== wanted) continue
        // A pixel of half a point: an edge, which lies on whole pixels, is then seen within half a point of where it is.
        const width = Math.min(LARGEST_PICTURE, Math.ceil(size.width * 2))
        const coarse = size.width / width > 0.51 ? size.width / width : 0
        const off = distance(await sealer.look(drawn.source, index + 1, width), rect, size)
        expect({ turn, isInPlace: off <= 0.5 + coarse, off }).toMatchObject({ isInPlace: true })
      }
    },
  }
}
