import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { A4, line, pdfOf, stream } from '../../../test/fixtures/pdf-file.ts'
import { unpacked } from '../../../test/fixtures/unpacked.ts'
import {
  expectMarked,
  startWatermarker,
  type Watermarker,
} from '../../../test/fixtures/watermarker.ts'

let watermarker: Watermarker
beforeAll(async () => {
  watermarker = await startWatermarker()
})
afterAll(() => watermarker.close())

const FORM = '/Type /XObject /Subtype /Form'
const BOX = '/BBox [0 0 595 842]'
const WIDE = '90 200 400 400 re f'
const using = (resources: string, content: string, extra: readonly string[]): Buffer =>
  pdfOf(
    [
      {
        content: `${content} ${line('using')}`,
        entries: `/Resources << /Font << /F1 3 0 R >> ${resources} >>`,
      },
    ],
    { extra },
  )

describe('the resources of a marked copy', () => {
  it.each<[string, Buffer]>([
    [
      'of the page, by a form without any',
      using(
        '/XObject << /X 4 0 R /Y 5 0 R >> /ColorSpace << /C [/Separation /Spot /DeviceRGB 6 0 R] >>',
        '/X Do',
        [
          stream(`${FORM} ${BOX}`, '/Y Do'),
          stream(`${FORM} ${BOX}`, `/C cs 1 scn ${WIDE}`),
          stream('/FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 .5 0] /N 1', ''),
        ],
      ),
    ],
    [
      'of the page, by a form without the kind',
      using('/XObject << /X 4 0 R /Y 5 0 R >>', '/X Do', [
        stream(`${FORM} ${BOX} /Resources << /ExtGState << >> >>`, '/Y Do'),
        stream(`${FORM} ${BOX}`, `0 .5 0 rg ${WIDE}`),
      ]),
    ],
    [
      'under names in other spellings',
      using('/XObject << /X#20y 4 0 R >>', '/#58#20#79 Do', [
        stream(`${FORM} ${BOX}`, `0 .5 0 rg ${WIDE}`),
      ]),
    ],
    [
      'by a pattern',
      using('/Pattern << /P 4 0 R >>', `/Pattern cs /P scn ${WIDE}`, [
        stream(
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 40 40] /XStep 40 /YStep 40 /Resources << /XObject << /X 5 0 R /Z 6 0 R >> >>',
          '/X Do',
        ),
        stream(`${FORM} /BBox [0 0 40 40]`, '0 0 .7 rg 0 0 30 30 re f'),
        stream(`${FORM} /BBox [0 0 40 40]`, 'UNUSED '.repeat(40)),
      ]),
    ],
    [
      'by a shading',
      using('/Shading << /S 4 0 R >>', '/S sh', [
        '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 595 0] /Function 5 0 R /Extend [true true] >>',
        stream('/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]', '{ dup 0.5 }'),
      ]),
    ],
    [
      'by letters of Type 3',
      using('/Font << /F1 3 0 R /T 4 0 R >>', 'BT /T 300 Tf 72 300 Td (aa) Tj ET', [
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [1] /Encoding << /Differences [97 /a] >> /CharProcs << /a 5 0 R >> /Resources << /XObject << /X 6 0 R >> >> >>',
        stream('', '1 0 d0 /X Do'),
        stream(`${FORM} /BBox [0 0 1 1]`, '.6 0 0 rg 0 0 .8 .8 re f'),
      ]),
    ],
    [
      'by a soft mask',
      using(
        '/ExtGState << /G << /SMask << /S /Luminosity /G 4 0 R >> >> >>',
        `/G gs 0 0 .8 rg ${WIDE}`,
        [
          stream(
            `${FORM} ${BOX} /Group << /S /Transparency /CS /DeviceGray >> /Resources << /XObject << /X 5 0 R >> >>`,
            '1 g 0 0 300 842 re f /X Do',
          ),
          stream(`${FORM} ${BOX}`, '.5 g 300 300 200 300 re f'),
        ],
      ),
    ],
    [
      'by a picture with a mask, in colours of its own',
      using('/XObject << /I 4 0 R >>', 'q 400 0 0 400 90 200 cm /I Do Q', [
        stream(
          '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB 1 6 0 R] /SMask 5 0 R',
          Buffer.from([0, 1, 1, 0]),
        ),
        stream(
          '/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
          Buffer.from([255, 90]),
        ),
        stream('', Buffer.from([200, 30, 30, 30, 30, 200])),
      ]),
    ],
    [
      'by a picture in the content, in a named colour space',
      using(
        '/ColorSpace << /C [/Indexed /DeviceRGB 1 4 0 R] >>',
        'q 400 0 0 400 90 200 cm BI /W 8 /H 1 /BPC 1 /CS /C ID U EI Q',
        [stream('', Buffer.from([200, 30, 30, 30, 30, 200]))],
      ),
    ],
    [
      'by a page that is drawn as a form',
      using('/XObject << /X 4 0 R >>', `Q Q /X Do`, [
        stream(`${FORM} ${BOX}`, `0 .5 0 rg ${WIDE}`),
      ]),
    ],
  ])('are kept where they are used %s', async (_, pdf) => {
    const result = await watermarker.watermark(pdf)
    expectMarked(result)
    expect(unpacked(result.bytes)).not.toContain('UNUSED')
  })

  it('of pages that share theirs are those that at least one of them uses', async () => {
    const forms = ['.7 0 0', '0 .6 0', '0 0 .8'].map((color) =>
      stream(`${FORM} ${BOX}`, `${color} rg ${WIDE}`),
    )
    const tree = `${A4} /Resources << /Font << /F1 3 0 R >> /XObject 4 0 R >>`
    const extra = [
      '<< /A 5 0 R /B 6 0 R /C 7 0 R /D 8 0 R >>',
      ...forms,
      stream(`${FORM} ${BOX}`, 'UNUSED '.repeat(40)),
    ]
    const result = await watermarker.watermark(
      pdfOf(
        ['A', 'B', 'C'].map((name) => ({ content: `/${name} Do` })),
        { tree, extra },
      ),
    )
    expectMarked(result)
    expect(unpacked(result.bytes)).not.toContain('UNUSED')
  })

  it('are not known of what cannot be read, so that it is not marked', async () => {
    const pdf = using('/XObject << /X 4 0 R >>', '/X Do', [
      stream(`${FORM} ${BOX} /Filter /FlateDecode`, 'no packed bytes'),
    ])
    await expect(watermarker.watermark(pdf)).rejects.toMatchObject({ code: 'NOT_UNDERSTOOD' })
  })
})
