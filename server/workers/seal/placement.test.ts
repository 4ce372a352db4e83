import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { displayedSize } from '../../../paper/space/page-space.ts'
import { pdfOf } from '../../test/pdf-file.ts'
import { blackSquare, darkEdges, distance, type Sealer, square, startSealer } from '../../test/sealer.ts'

let sealer: Sealer
beforeAll(async () => {
  sealer = await startSealer()
})
afterAll(() => sealer.close())

const TURNS = [0, 90, 180, 270, -90, 450]
type Corners = readonly [number, number, number, number]
const SHAPES: readonly { readonly name: string; readonly media: Corners; readonly crop?: Corners; readonly unit?: number }[] = [
  { name: 'A4', media: [0, 0, 595, 842] },
  { name: 'letter, lying', media: [0, 0, 792, 612] },
  { name: 'a business card', media: [0, 0, 252, 144] },
  { name: 'A0', media: [0, 0, 2384, 3370] },
  { name: 'cropped, off the origin', media: [-50, -70, 700, 900], crop: [300, 200, 550, 500] },
  { name: 'cropped beyond the paper', media: [10, 20, 605, 862], crop: [-100, -100, 400, 2000] },
  { name: 'corners the other way round', media: [595, 842, 0, 0] },
  { name: 'a unit of its own', media: [0, 0, 200, 300], unit: 2.5 },
  { name: 'a unit of its own, cropped', media: [-20, 30, 400, 600], crop: [15, 45, 333, 444], unit: 1.5 },
]

const boxOf = (corners: Corners) => `[${corners.join(' ')}]`

/** What is seen of the paper. */
function seen({ media, crop = media }: (typeof SHAPES)[number]): Corners {
  const sorted = ([a, b, c, d]: Corners): Corners => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
  const [paper, window] = [sorted(media), sorted(crop)]
  return [Math.max(paper[0], window[0]), Math.max(paper[1], window[1]), Math.min(paper[2], window[2]), Math.min(paper[3], window[3])]
}

it.each(SHAPES)('whatever way a page is turned, what is placed stands within half a point of its place: $name', async (shape) => {
  const { media, crop, unit } = shape
  const own = `/MediaBox ${boxOf(media)} ${crop ? `/CropBox ${boxOf(crop)}` : ''} ${unit ? `/UserUnit ${unit}` : ''}`
  const pages = TURNS.map((turn) => displayedSize({ crop: seen(shape), rotate: turn, userUnit: unit ?? 1 }))
  const rects = pages.map(({ width, height }) => {
    const size = Math.min(width, height) / 5
    return { x: width * 0.61 + 0.3, y: height * 0.13 + 0.7, w: size, h: size }
  })
  const drawn = await sealer.seal(pdfOf(TURNS.map((turn) => ({ content: '', entries: `${own} /Rotate ${turn}` }))), {
    pages,
    images: [blackSquare()],
    drawings: rects.map(({ x, y, w }, page) => square(page, x, y, w)),
  })
  for (const [index, page] of pages.entries()) {
    // Fine enough to see a quarter of a point, as far as pictures become that large.
    const width = Math.min(4_096, Math.ceil(page.width * 6))
    const off = distance(await sealer.look(drawn.source, index + 1, width), rects[index] ?? { x: 0, y: 0, w: 0, h: 0 }, page)
    expect({ turn: TURNS[index], isInPlace: off <= 0.5 + page.width / width, off }).toMatchObject({ isInPlace: true })
  }
})

describe('what is placed', () => {
  it('follows pages that inherit their boxes and their turn, and leaves other pages empty', async () => {
    const pdf = pdfOf([{ content: '' }, { content: '' }], { tree: '/MediaBox [0 0 600 900] /CropBox [100 200 500 700] /Rotate 90' })
    const page = { width: 500, height: 400 }
    const rect = { x: 40, y: 60, w: 80, h: 80 }
    const drawn = await sealer.seal(pdf, { pages: [page, page], images: [blackSquare()], drawings: [square(1, rect.x, rect.y, 80)] })
    expect(distance(await sealer.look(drawn.source, 2, 2_000), rect, page)).toBeLessThanOrEqual(0.5)
    expect(darkEdges(await sealer.look(drawn.source, 1, 500))).toBeUndefined()
  })

  it('keeps its place where the page was measured by a reader that does not know its unit', async () => {
    const pdf = pdfOf([{ content: '', entries: '/MediaBox [0 0 200 300] /UserUnit 2' }])
    const unaware = { width: 200, height: 300 }
    const rect = { x: 50, y: 100, w: 40, h: 40 }
    const drawn = await sealer.seal(pdf, { pages: [unaware], images: [blackSquare()], drawings: [square(0, rect.x, rect.y, 40)] })
    expect(distance(await sealer.look(drawn.source, 1, 1_600), rect, unaware)).toBeLessThanOrEqual(0.25)
  })

  it('is not moved by what the page leaves behind', async () => {
    const page = { width: 595, height: 842 }
    const pdf = pdfOf([{ content: 'q 3 0 0 3 100 100 cm 0 0 1 1 re W n BT', entries: '/Rotate 180' }])
    const rect = { x: 300, y: 500, w: 100, h: 100 }
    const drawn = await sealer.seal(pdf, { pages: [page], images: [blackSquare()], drawings: [square(0, rect.x, rect.y, 100)] })
    expect(distance(await sealer.look(drawn.source, 1, 2_400), rect, page)).toBeLessThanOrEqual(0.5)
  })
})
