import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { line, pdfOf } from '../../test/fixtures/pdf-file.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { downloadOf, pagesOf } from '../../test/scenarios/downloads.ts'

const A4 = { width: 595, height: 842 }

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

interface ShownPages {
  readonly pages: { width: number; height: number }[]
  readonly image: number
  readonly runs: { text: string; x: number; y: number; width: number; height: number }[]
}

async function show(name: string, box: string, at: readonly [number, number]): Promise<ShownPages> {
  const pdf = pdfOf([
    { entries: `/MediaBox [${box}]`, content: line('Page', at) },
    { content: line('Page two') },
  ])
  const id = await room.operator.put(name, pdf)
  const lease = await room.operator.openDocument(id)
  const { pages } = (await room.operator.call('GET', lease.path)).json.payload as ShownPages
  const response = await room.operator.fetch('GET', `${lease.path}/pages/1?width=1200`)
  expect(response.status).toBe(200)
  const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  const { runs } = (await room.operator.pageText(lease.name)).json.payload as ShownPages
  return { pages, image: width / height, runs }
}

const expectNoCrash = () =>
  expect(app.log.entries.filter(({ failure }) => failure === 'CRASHED')).toEqual([])

describe('a page that no reader could show as large as it says', () => {
  it.each([
    ['0 0 595 2147483647', { width: 595, height: 14_400 }],
    ['0 0 1000000000 2000000000', { width: 14_400, height: 14_400 }],
    ['0 0 1 14400', { width: 36, height: 14_400 }],
    ['0 0 2000 0.5', { width: 2_000, height: 5 }],
  ])(
    'of %s is shown and copied as one that can be, and so is the page behind it',
    async (box, size) => {
      const name = `${box}.pdf`
      const { pages, image } = await show(name, box, [0.1, 0.1])
      expect(pages).toEqual([size, A4])
      expect(image).toBeCloseTo(size.width / size.height, 1)
      const copy = await downloadOf(room.operator, room, name)
      expect(copy).toMatchObject({ http: 200, type: 'application/pdf' })
      expect(await pagesOf(room, copy.bytes)).toEqual([size, A4])
      expectNoCrash()
    },
  )

  it('takes its text along, which stands where it is drawn', async () => {
    const { pages, runs } = await show('half.pdf', '0 0 595 1000000', [72, 500_000])
    expect(pages[0]).toEqual({ width: 595, height: 14_400 })
    expect(runs).toMatchObject([
      { text: 'Page', x: expect.closeTo(72, 0), y: expect.closeTo(7_200, 0) },
    ])
    expectNoCrash()
  })
})

describe('a long page, as programs make it of a page of the web', () => {
  it('keeps its size, and its copy is the document itself', async () => {
    const { pages, image, runs } = await show('long.pdf', '0 0 595 30000', [72, 29_900])
    expect(pages).toEqual([{ width: 595, height: 30_000 }, A4])
    expect(image).toBeCloseTo(595 / 30_000, 2)
    expect(runs).toMatchObject([{ text: 'Page', y: expect.closeTo(77, 0) }])
    const copy = await downloadOf(room.operator, room, 'long.pdf')
    expect(copy.http).toBe(200)
    expect(await pagesOf(room, copy.bytes)).toEqual([{ width: 595, height: 30_000 }, A4])
    expect(copy.bytes.includes('/DCTDecode')).toBe(false)
    expectNoCrash()
  })
})
