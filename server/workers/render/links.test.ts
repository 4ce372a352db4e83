import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { type PdfPage, pdfOf, textPage } from '../../test/fixtures/pdf-file.ts'
import { openRenderPool } from '../../test/scenarios/rendering.ts'

const { folder, pool } = await openRenderPool()

const A4 = '/MediaBox [0 0 595 842]'
const link = (entries: string, rect = '100 700 200 720'): string =>
  `<< /Type /Annot /Subtype /Link /Rect [${rect}] ${entries} >>`
const page = (annotations: readonly string[], entries = A4): PdfPage => ({
  entries: `${entries} /Annots [${annotations.join(' ')}]`,
  content: '',
})

/** The second page is object 6 0 R. */
async function linksOf(first: PdfPage, options: Parameters<typeof pdfOf>[1] = {}, written = false) {
  const second = { entries: `${A4} /Rotate 90`, content: '' }
  return pool.pageLinks(folder.encrypt('pdf', pdfOf([first, second], options)), 1, written)
}
const targetsOf = async (...given: Parameters<typeof linksOf>) =>
  (await linksOf(...given)).links.map(({ to }) => to)

describe('links of a page', () => {
  test.each<[string, string, unknown]>([
    ['a page', '/Dest [6 0 R /Fit]', { page: 2 }],
    ['a page, by an action', '/A << /S /GoTo /D [6 0 R /Fit] >>', { page: 2 }],
    [
      'a height on a page, as that is turned',
      '/Dest [6 0 R /XYZ 100 300 0]',
      { page: 2, top: 100 },
    ],
    ['a height on its own page', '/Dest [4 0 R /XYZ 0 700 0]', { page: 1, top: 142 }],
    ['a name of the old kind', '/Dest /Chapter', { page: 2 }],
    ['a name', '/A << /S /GoTo /D (Chapter 2) >>', { page: 2 }],
    [
      'the web',
      '/A << /S /URI /URI (https://example.com/a?b=c#d) >>',
      { uri: 'https://example.com/a?b=c#d' },
    ],
    [
      'a host that is not ASCII',
      '/A << /S /URI /URI (http://\xc3\xa4.example/) >>',
      { uri: 'http://xn--4ca.example/' },
    ],
    [
      'a mailbox',
      '/A << /S /URI /URI (mailto:deal@example.com) >>',
      { uri: 'mailto:deal@example.com' },
    ],
  ])('lead to %s', async (_, entries, to) => {
    const names = '/Names << /Dests << /Names [(Chapter 2) [6 0 R /Fit]] >> >>'
    expect(
      await targetsOf(page([link(entries)]), {
        catalog: `/Dests << /Chapter [6 0 R /Fit] >> ${names}`,
      }),
    ).toEqual([to])
  })

  test.each([
    ['a program', '/A << /S /Launch /F (calc.exe) >>'],
    ['a script', '/A << /S /JavaScript /JS (app.alert(1)) >>'],
    ['a script as an address', '/A << /S /URI /URI (javascript:alert\\(1\\)) >>'],
    ['data', '/A << /S /URI /URI (data:text/html,x) >>'],
    ['a file', '/A << /S /URI /URI (file:///etc/passwd) >>'],
    ['another file', '/A << /S /GoToR /F (other.pdf) /D [0 /Fit] >>'],
    ['an attached file', '/A << /S /GoToE /D [0 /Fit] /T << /R /C /N (x) >> >>'],
    ['a form that is sent', '/A << /S /SubmitForm /F << /FS /URL /F (http://x.example) >> >>'],
    ['an address without a protocol', '/A << /S /URI /URI (example.com) >>'],
    [
      'an address longer than any',
      `/A << /S /URI /URI (http://x.example/${'y'.repeat(LIMITS.linkLength)}) >>`,
    ],
    [
      'an address longer than memory for it',
      `/A << /S /URI /URI (http://x.example/${'y'.repeat(20_000)}) >>`,
    ],
    ['a page that is not there', '/Dest [99 0 R /Fit]'],
    ['a name that is not there', '/Dest (nowhere)'],
    ['nothing', ''],
  ])('do not lead to %s', async (_, entries) => {
    expect(await targetsOf(page([link(entries), link('/Dest [6 0 R /Fit]')]))).toEqual([
      { page: 2 },
    ])
  })

  test.each([
    ['', { x: 100, y: 122, width: 100, height: 20 }],
    ['/Rotate 90', { x: 700, y: 100, width: 20, height: 100 }],
    ['/Rotate 180', { x: 395, y: 700, width: 100, height: 20 }],
    ['/Rotate 270', { x: 122, y: 395, width: 20, height: 100 }],
    ['/CropBox [50 100 500 800]', { x: 50, y: 80, width: 100, height: 20 }],
  ])('lie where they are displayed: %s', async (entries, rect) => {
    expect((await linksOf(page([link('/Dest [6 0 R /Fit]')], `${A4} ${entries}`))).links).toEqual([
      { rect, to: { page: 2 } },
    ])
  })

  test.each([
    '0 0 0 0',
    '-9999999999999999999999999999999999999999 0 9999999999999999999999999999999999999999 10',
    '10 10 10 500',
    '9999999999999999999999999999999999999999 9999999999999999999999999999999999999999 9999999999999999999999999999999999999999 9999999999999999999999999999999999999999',
  ])('that lie nowhere are left out: %s', async (rect) => {
    const { links } = await linksOf(
      page([link('/Dest [6 0 R /Fit]', rect), link('/Dest [6 0 R /Fit]')]),
    )
    for (const { rect: reported } of links)
      expect(
        reported.width > 0 && reported.height > 0 && Number.isFinite(reported.x + reported.width),
      ).toBe(true)
    expect(links.length).toBeGreaterThanOrEqual(1)
  })

  test('that are written in the text are returned on request, except under a link annotation', async () => {
    const written = textPage('see https://example.com/terms now', A4)
    expect(await targetsOf(written)).toEqual([])
    expect(await targetsOf(written, {}, true)).toEqual([{ uri: 'https://example.com/terms' }])
    const covered = {
      ...written,
      entries: `${A4} /Annots [${link('/Dest [6 0 R /Fit]', '60 690 500 730')}]`,
    }
    expect(await targetsOf(covered, {}, true)).toEqual([{ page: 2 }])
  })

  test('are a thousand at most, of a hundred thousand too', async () => {
    const annotations = Array.from({ length: 100_000 }, (_, index) =>
      link(`/A << /S /URI /URI (http://x.example/${index}) >>`),
    )
    const { links, cut } = await linksOf(page(annotations))
    expect(links).toHaveLength(LIMITS.linksPerPage)
    expect(links[7]?.to).toEqual({ uri: 'http://x.example/7' })
    expect(cut).toBe(true)
  })

  test.each([
    [
      'a tree of names that is its own branch',
      '/Names << /Dests 4 0 R >>',
      ['<< /Kids [4 0 R 4 0 R 4 0 R] /Limits [(a) (z)] >>'],
    ],
    [
      'a tree of names with billions of ways',
      '/Names << /Dests 4 0 R >>',
      Array.from(
        { length: 60 },
        (_, index) => `<< /Kids [${5 + index} 0 R ${5 + index} 0 R] /Limits [(a) (z)] >>`,
      ),
    ],
    [
      'an outline that is its own child',
      '/Outlines 4 0 R',
      ['<< /First 4 0 R /Last 4 0 R /Next 4 0 R /Title (x) /Dest (m) >>'],
    ],
    ['a name that means itself', '/Dests << /m /m >>', []],
  ])('do not lose themselves in %s', async (_, catalog, extra) => {
    expect(
      await targetsOf(
        page([
          link('/Dest (m)'),
          link('/Dest /m'),
          link('/A << /S /URI /URI (http://x.example/) >>'),
        ]),
        { catalog, extra },
      ),
    ).toEqual([{ uri: 'http://x.example/' }])
  })
})
