import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfOf } from '../../test/fixtures/pdf-file.ts'
import {
  LARGE,
  type PlacedSquares,
  placeSquares,
  type Shape,
  TURNS,
} from '../../test/fixtures/placed-squares.ts'
import {
  blackSquare,
  darkEdges,
  distance,
  type Sealer,
  square,
  startSealer,
} from '../../test/fixtures/sealer.ts'

const SHAPES: readonly Shape[] = [
  { name: 'A4', media: [0, 0, 595, 842] },
  { name: 'letter, lying', media: [0, 0, 792, 612] },
  { name: 'a business card', media: [0, 0, 252, 144] },
  { name: 'cropped, off the origin', media: [-50, -70, 700, 900], crop: [300, 200, 550, 500] },
  { name: 'cropped beyond the paper', media: [10, 20, 605, 862], crop: [-100, -100, 400, 2000] },
  { name: 'corners the other way round', media: [595, 842, 0, 0] },
  { name: 'a unit of its own', media: [0, 0, 200, 300], unit: 2.5 },
  {
    name: 'a unit of its own, cropped',
    media: [-20, 30, 400, 600],
    crop: [15, 45, 333, 444],
    unit: 1.5,
  },
]

let sealer: Sealer
let placed: PlacedSquares
beforeAll(async () => {
  sealer = await startSealer()
  placed = await placeSquares(sealer, SHAPES, TURNS)
})
afterAll(() => sealer.close())

it.each(SHAPES)(
  'on a page of any rotation, placed elements are within half a point of their place: $name',
  async (shape) => {
    await placed.expectInPlace(shape)
  },
)

it('on a page of A0 that lies on its side, what is placed stands in its place', async () => {
  await (await placeSquares(sealer, [LARGE], [90])).expectInPlace(LARGE)
})

describe('what is placed', () => {
  it('follows pages that inherit their boxes and their turn, and leaves other pages empty', async () => {
    const pdf = pdfOf([{ content: '' }, { content: '' }], {
      tree: '/MediaBox [0 0 600 900] /CropBox [100 200 500 700] /Rotate 90',
    })
    const page = { width: 500, height: 400 }
    const rect = { x: 40, y: 60, w: 80, h: 80 }
    const drawn = await sealer.seal(pdf, {
      pages: [page, page],
      images: [blackSquare()],
      drawings: [square(1, rect.x, rect.y, 80)],
    })
    expect(distance(await sealer.look(drawn.source, 2, 1_000), rect, page)).toBeLessThanOrEqual(0.5)
    expect(darkEdges(await sealer.look(drawn.source, 1, 250))).toBeUndefined()
  })

  it('keeps its place where the page was measured by a reader that does not know its unit', async () => {
    const pdf = pdfOf([{ content: '', entries: '/MediaBox [0 0 200 300] /UserUnit 2' }])
    const unaware = { width: 200, height: 300 }
    const rect = { x: 50, y: 100, w: 40, h: 40 }
    const drawn = await sealer.seal(pdf, {
      pages: [unaware],
      images: [blackSquare()],
      drawings: [square(0, rect.x, rect.y, 40)],
    })
    expect(distance(await sealer.look(drawn.source, 1, 800), rect, unaware)).toBeLessThanOrEqual(
      0.25,
    )
  })

  it('is not moved by what the page leaves behind', async () => {
    const page = { width: 595, height: 842 }
    const pdf = pdfOf([
      { content: 'q 3 0 0 3 100 100 cm 0 0 1 1 re W n BT', entries: '/Rotate 180' },
    ])
    const rect = { x: 300, y: 500, w: 100, h: 100 }
    const drawn = await sealer.seal(pdf, {
      pages: [page],
      images: [blackSquare()],
      drawings: [square(0, rect.x, rect.y, 100)],
    })
    expect(distance(await sealer.look(drawn.source, 1, 1_190), rect, page)).toBeLessThanOrEqual(0.5)
  })
})
