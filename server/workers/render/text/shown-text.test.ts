import { describe, expect, test } from 'vitest'
import { A4, type PdfParts, pdfOf, stream } from '../../../test/fixtures/pdf-file.ts'
import { openRenderPool } from '../../../test/scenarios/rendering.ts'
import type { RenderSource } from '../index.ts'

const { folder, pool } = await openRenderPool()

const page = (content: string, entries = '', parts: PdfParts = {}): RenderSource =>
  folder.encrypt('pdf', pdfOf([{ content, entries: `${A4} ${entries}` }], parts))

async function hits(source: RenderSource, words: string): Promise<{ all: number; seen: number }> {
  const search = { words, from: 1, to: 1, limit: 10 }
  const [all, seen] = [
    await pool.find(source, { ...search, seenOnly: false }),
    await pool.find(source, { ...search, seenOnly: true }),
  ]
  expect(seen.cut).toBe(false)
  return { all: all.hits.length, seen: seen.hits.length }
}

const text = (words: string, size = 12, [x, y] = [72, 700], state = ''): string =>
  `BT ${state} /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${words}) Tj ET`
const grain = (least: number, levels: number): string =>
  stream(
    '/Type /XObject /Subtype /Image /Width 300 /Height 400 /ColorSpace /DeviceGray /BitsPerComponent 8',
    Array.from({ length: 120_000 }, (_, at) =>
      String.fromCharCode(least + ((at * 7_919 + (at >> 3) * 104_729) % levels)),
    ).join(''),
  )
const ON_IMAGE = '/Resources << /Font << /F1 3 0 R >> /XObject << /I 4 0 R >> >>'
const IMAGE = 'q 595 0 0 842 0 0 cm /I Do Q'

describe('what a page does not show is found by those alone who may have its text', () => {
  const hidden = '/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] >> >>'
  test.each<[string, RenderSource]>([
    ['black under a black box', page(`${text('secret')} 0 g 60 690 120 26 re f`)],
    ['black under a box of its own height', page(`${text('secret', 30)} 0 g 72 699.4 90 23 re f`)],
    ['under a red box', page(`${text('secret')} 1 0 0 rg 60 690 120 26 re f`)],
    [
      'under a picture of one colour',
      page(`${text('secret')} ${IMAGE}`, ON_IMAGE, { extra: [grain(120, 2)] }),
    ],
    ['white on white', page(`1 g ${text('secret')}`)],
    ['nearly white on white', page(`0.98 g ${text('secret')}`)],
    ['black on black', page(`0 g 60 690 120 26 re f ${text('secret')}`)],
    [
      'in a hidden layer',
      page(
        `/OC /L BDC ${text('secret')} EMC`,
        '/Resources << /Font << /F1 3 0 R >> /Properties << /L 4 0 R >> >>',
        {
          catalog: hidden,
          extra: ['<< /Type /OCG /Name (hidden) >>'],
        },
      ),
    ],
    ['invisible on white', page(text('secret', 12, [72, 700], '3 Tr'))],
    [
      'invisible on a scan, under a box',
      page(`${IMAGE} ${text('secret', 12, [72, 700], '3 Tr')} 0 g 60 690 120 26 re f`, ON_IMAGE, {
        extra: [grain(0, 250)],
      }),
    ],
    [
      'of no opacity',
      page(
        `/G gs ${text('secret')}`,
        '/Resources << /Font << /F1 3 0 R >> /ExtGState << /G << /ca 0 >> >> >>',
      ),
    ],
    ['clipped away', page(`q 0 0 10 10 re W n ${text('secret')} Q`)],
    [
      'on a turned page under a box',
      page(`${text('secret')} 0 g 60 690 120 26 re f`, '/Rotate 90'),
    ],
  ])('%s', async (_, source) => {
    expect(await hits(source, 'secret')).toEqual({ all: 1, seen: 0 })
  })

  test('not even letter by letter from the neighbouring words', async () => {
    for (const size of [8, 12, 24]) {
      const content = `${text('price', size)} ${text('4711', size, [72 + 3 * size, 700])} ${text('euro', size, [72 + 6 * size, 700])}`
      const source = page(`${content} 0 g ${72 + 2.9 * size} 697 ${2.6 * size} ${size * 1.2} re f`)
      for (const words of ['price', 'euro'])
        expect(await hits(source, words)).toEqual({ all: 1, seen: 1 })
      for (const words of ['price 4711', 'price 4', '4711', '4', '1', '11 euro', '1 euro', '7'])
        expect({ words, seen: (await hits(source, words)).seen }).toEqual({ words, seen: 0 })
    }
  })
})

describe('what a page shows is found by everybody', () => {
  test.each<[string, RenderSource]>([
    ['ordinary', page(text('secret'))],
    ['small', page(text('secret', 5))],
    ['large', page(text('secret', 90))],
    ['grey on white', page(`0.75 g ${text('secret')}`)],
    [
      'red on green of the same brightness',
      page(`0 0.5 0 rg 0 0 595 842 re f 1 0 0 rg ${text('secret')}`),
    ],
    ['white on a dark box', page(`0 g 60 690 120 26 re f 1 g ${text('secret')}`)],
    ['outlined', page(text('secret', 12, [72, 700], '1 Tr'))],
    [
      'recognised in a scan',
      page(`${IMAGE} ${text('secret', 12, [72, 700], '3 Tr')}`, ON_IMAGE, {
        extra: [grain(0, 250)],
      }),
    ],
    [
      'under glass',
      page(
        `${text('secret')} /G gs 1 1 0 rg 60 690 120 26 re f`,
        '/Resources << /Font << /F1 3 0 R >> /ExtGState << /G << /ca 0.4 >> >> >>',
      ),
    ],
    ['on a turned page', page(text('secret'), '/Rotate 270')],
    ['on a cropped page', page(text('secret'), '/CropBox [50 600 400 800]')],
    [
      'on a very large page',
      page(text('secret', 40, [9_000, 7_000]), '/MediaBox [0 0 14400 14400]'),
    ],
  ])('%s', async (_, source) => {
    expect(await hits(source, 'secret')).toEqual({ all: 1, seen: 1 })
  })

  test.each([6, 9, 12, 30])('in strokes that fill their box, at %i points', async (size) => {
    const source = page(text('Ill. -_- I|1 l', size))
    for (const words of ['Ill', '-_-', 'I|1', 'l.'])
      expect({ words, ...(await hits(source, words)) }).toEqual({ words, all: 1, seen: 1 })
  })
})
