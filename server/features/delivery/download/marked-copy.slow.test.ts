import { PDF } from '@libpdf/core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDocx } from '../../../test/fixtures/make-docx.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { fileOf, pdfText, stream, textPage } from '../../../test/fixtures/pdf-file.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { drawnPages, imagesOf, redPixels } from '../../../test/scenarios/delivery/marked-copies.ts'
import { downloadOf, type Got, get, pagesOf } from '../../../test/scenarios/downloads.ts'
import { copyName } from './marked-copy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const codeOf = ({ bytes }: Got): string => JSON.parse(bytes.toString()).code

async function unlikeness(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((image) => sharp(image).greyscale().raw().toBuffer()),
  )
  const unlike = a!.filter((grey, at) => Math.abs(grey - b![at]!) > 32)
  return unlike.length / a!.length
}

const white = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })

describe('the copy that a download gives while the watermark is on', () => {
  it('of a PDF is the PDF itself, its text kept, marked for each reader, for operators as well', {
    timeout: 90_000,
  }, async () => {
    const room = await app.room()
    await room.operator.upload([['주식매매계약서.pdf', makePdf(3, 'VERTRAULICH')]])
    const { client, memberId } = await app.participant(room)
    await room.operator.setRight(memberId, 'download', true)
    const copies = [
      await downloadOf(client, room, '주식매매계약서.pdf'),
      await downloadOf(room.operator, room, '주식매매계약서.pdf'),
    ]
    for (const { http, type, name, bytes } of copies) {
      expect({ http, type, name }).toEqual({
        http: 200,
        type: 'application/pdf',
        name: '주식매매계약서.pdf',
      })
      expect(await pagesOf(room, bytes)).toEqual(Array(3).fill({ width: 595, height: 842 }))
      const pdf = await PDF.load(bytes)
      for (const page of pdf.getPages())
        expect(page.extractText().text).toMatch(/^VERTRAULICH page \d$/)
      expect(imagesOf(bytes)).toEqual([])
      for (const image of await drawnPages(room, bytes))
        expect(await redPixels(image)).toBeGreaterThan(1_000)
    }
    const [ofReader] = await drawnPages(room, copies[0]!.bytes)
    const [ofOperator] = await drawnPages(room, copies[1]!.bytes)
    expect(await unlikeness(ofReader!, ofOperator!)).toBeGreaterThan(0.005)
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind.startsWith('document.download')),
    ).toEqual(Array(2).fill('document.downloaded'))
    expect((await holdings(app, room.roomId)).temp).toBe(0)
  })

  it('of an image is a marked JPEG of its own size', async () => {
    const room = await app.room()
    const png = new Uint8Array(await white(1_500, 700).png().toBuffer())
    const jpeg = new Uint8Array(await white(900, 1_400).jpeg().toBuffer())
    await room.operator.upload([
      ['도면.png', png],
      ['사진.JPEG', jpeg],
    ])
    for (const [name, copied, width, height] of [
      ['도면.png', '도면.jpg', 1_500, 700],
      ['사진.JPEG', '사진.JPEG', 900, 1_400],
    ] as const) {
      const got = await downloadOf(room.operator, room, name)
      expect({ http: got.http, type: got.type, name: got.name }).toEqual({
        http: 200,
        type: 'image/jpeg',
        name: copied,
      })
      const found = await sharp(got.bytes).metadata()
      expect({ format: found.format, width: found.width, height: found.height }).toEqual({
        format: 'jpeg',
        width,
        height,
      })
      expect(await redPixels(got.bytes)).toBeGreaterThan(100)
    }
  })

  it('has every page that can be drawn, marked, and crosses out those that no program could draw', async () => {
    const room = await app.room()
    const tree = (kids: string, count: number) =>
      `<< /Type /Pages /Kids [${kids}] /Count ${count} /MediaBox [0 0 595 842] >>`
    // The second page is a node that contains itself.
    const cyclic = fileOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      tree('3 0 R 6 0 R', 2),
      '<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
      stream('', 'BT /F1 24 Tf 72 700 Td (Readable) Tj ET'),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
      tree('7 0 R', 1),
      tree('6 0 R', 1),
    ])
    await room.operator.upload([['고리.pdf', new Uint8Array(cyclic)]])
    const got = await downloadOf(room.operator, room, '고리.pdf')
    expect(got).toMatchObject({ http: 200, type: 'application/pdf' })
    expect(await pagesOf(room, got.bytes)).toEqual([
      { width: 595, height: 842 },
      { width: 612, height: 792 },
    ])
    const [first, second] = await drawnPages(room, got.bytes)
    expect(await redPixels(first!)).toBeGreaterThan(1_000)
    expect(await redPixels(second!)).toBe(0)
    expect(await unlikeness(second!, await white(1_200, 1_553).png().toBuffer())).toBeGreaterThan(0)
  })

  it('keeps the words of a document whose table exchanges the offsets of a page and its content', async () => {
    const room = await app.room()
    const whole = pdfText([textPage('VERTRAULICH')])
    const rows = [...whole.matchAll(/\d{10} 00000 n/g)].map(([row]) => row)
    const [page = '', content = ''] = [rows[3], rows[4]]
    const exchanged = whole.replaceAll(new RegExp(`${page}|${content}`, 'g'), (row) =>
      row === page ? content : page,
    )
    expect(exchanged).not.toBe(whole)
    await room.operator.upload([['뒤바뀐 것.pdf', Buffer.from(exchanged, 'latin1')]])
    const got = await downloadOf(room.operator, room, '뒤바뀐 것.pdf')
    expect(got.http).toBe(200)
    const pdf = await PDF.load(got.bytes)
    expect(pdf.getPages().map((each) => each.extractText().text)).toEqual([
      expect.stringContaining('VERTRAULICH'),
    ])
  })

  it('is not made of what has no pages: that is refused and logged, and no byte of it leaves', async () => {
    const room = await app.room()
    const docx = await makeDocx()
    const broken = new Uint8Array(
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(500, 'x'), Buffer.from('\n%%EOF')]),
    )
    await room.operator.upload([
      ['계약.docx', docx],
      ['깨진 것.pdf', broken],
    ])
    for (const name of ['계약.docx', '깨진 것.pdf']) {
      const got = await downloadOf(room.operator, room, name)
      expect({ http: got.http, code: codeOf(got) }).toEqual({ http: 403, code: 'WATERMARK' })
    }
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind.startsWith('document.download')),
    ).toEqual(Array(2).fill('document.download-refused'))
  })

  it('is what POST watermarked/download gives in any room, with the text of the server and for those with the right alone', {
    timeout: 90_000,
  }, async () => {
    const room = await app.room()
    await room.operator.switches(false)
    await room.operator.upload([['가.pdf', makePdf(1)]])
    const [item] = await room.operator.items()
    const { client, memberId } = await app.participant(room)
    const marked = async (body: object): Promise<Got> =>
      get(
        await client.fetch('POST', '/room/api/file/watermarked/download', {
          body: { fileId: item?.id, ...body },
        }),
      )
    expect(codeOf(await marked({}))).toBe('DOWNLOAD_DENIED')
    await room.operator.setRight(memberId, 'download', true)
    const texts = [
      'somebody@else.example',
      '<img src=x onerror=alert(1)>',
      'x'.repeat(4_000),
      undefined,
    ]
    const copies = await Promise.all(texts.map((watermarkText) => marked({ watermarkText })))
    let first: Buffer | undefined
    for (const { http, type, bytes } of copies) {
      expect({ http, type }).toEqual({ http: 200, type: 'application/pdf' })
      const [drawn] = await drawnPages(room, bytes)
      first ??= drawn!
      expect(await unlikeness(first, drawn!)).toBeLessThan(0.001)
    }
    expect(await redPixels(first!)).toBeGreaterThan(1_000)
    expect((await marked({ watermarkText: 'x'.repeat(4_001) })).http).toBe(400)
    expect((await marked({ fileId: (item?.id ?? 0) + 1_000 })).http).toBe(404)
    const other = await app.room()
    expect(
      (
        await other.operator.fetch('POST', '/room/api/file/watermarked/download', {
          body: { fileId: item?.id },
        })
      ).status,
    ).toBe(404)
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind.startsWith('document.download')),
    ).toEqual(['document.download-refused', ...texts.map(() => 'document.downloaded')])
  })

  it('ends when its peer goes, and the server goes on', { timeout: 60_000 }, async () => {
    const room = await app.room()
    await room.operator.upload([
      ['긴 것.pdf', makePdf(200, 'PAGE', [400, 400])],
      ['한 쪽.pdf', makePdf(1)],
    ])
    const item = (await room.operator.items()).find(({ name }) => name === '긴 것.pdf')
    const leaving = new AbortController()
    const response = await fetch(`${app.base}/api/room/api/file/${item?.filename}`, {
      headers: { authorization: `Bearer ${room.operator.me.jwt}` },
      signal: leaving.signal,
    })
    await response.body?.getReader().read()
    leaving.abort()
    await eventually(async () =>
      expect((await downloadOf(room.operator, room, '한 쪽.pdf')).http).toBe(200),
    )
    await eventually(async () => expect((await holdings(app, room.roomId)).temp).toBe(0))
  })
})

describe('the name of a copy', () => {
  it.each([
    ['가.pdf', '가.pdf'],
    ['가.PDF', '가.PDF'],
    ['보고서 v1.2.docx', '보고서 v1.2.pdf'],
    ['표.xlsx', '표.pdf'],
    ['그림.bmp', '그림.jpg'],
    ['그림.png', '그림.jpg'],
    ['그림.jpeg', '그림.jpeg'],
  ])('of %s is %s', (name, copied) => {
    expect(copyName(name)).toBe(copied)
  })
})
