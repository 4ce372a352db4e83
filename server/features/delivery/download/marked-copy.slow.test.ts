import { PDF } from '@libpdf/core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STANDARD_STYLE } from '../../../../paper/watermark/layout.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { makeDocx } from '../../../test/fixtures/make-docx.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { line, pdfOf } from '../../../test/fixtures/pdf-file.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { downloadOf, expectAllPages, type Got, get, pagesOf } from '../../../test/scenarios/downloads.ts'
import { createHeldMemory } from '../../../test/scenarios/held-memory.ts'
import { loggedDetails } from '../../../test/scenarios/logged-details.ts'
import type { RenderPool, RenderSource } from '../../../workers/render/index.ts'
import { createRoomKeyring } from '../../rooms/index.ts'
import { copyName } from './marked-copy.ts'
import { pageImagePdf } from './page-image-pdf.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const codeOf = ({ bytes }: Got): string => JSON.parse(bytes.toString()).code

/** An open layer could hide the mark. */
const STRANGE = `${line('VERTRAULICH')} /OC /L BDC`

async function downloadDetails(room: TestRoom): Promise<unknown[]> {
  const keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
  return loggedDetails(app.database, createRoomKeyring(keyStore), room.roomId, 'document.downloaded')
}

async function redPixels(image: Buffer): Promise<number> {
  const { data } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let red = 0
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    if (r - Math.max(g, b) > 18) red += 1
  }
  return red
}

async function unlikeness(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((image) => sharp(image).greyscale().raw().toBuffer()))
  const unlike = a!.filter((grey, at) => Math.abs(grey - b![at]!) > 32)
  return unlike.length / a!.length
}

function imagesOf(pdf: Buffer): Buffer[] {
  const images: Buffer[] = []
  for (let start = pdf.indexOf('\xFF\xD8\xFF', 0, 'latin1'); start !== -1; start = pdf.indexOf('\xFF\xD8\xFF', start, 'latin1')) {
    const end = pdf.indexOf('endstream', start)
    images.push(pdf.subarray(start, end))
    start = end
  }
  return images
}

async function drawnPages(room: TestRoom, pdf: Buffer): Promise<Buffer[]> {
  await room.operator.switches(false)
  const stored = await room.operator.upload([[`${crypto.randomUUID()}.pdf`, new Uint8Array(pdf)]])
  const lease = await room.operator.openDocument((stored.json.payload as { id: number }[])[0]?.id ?? 0)
  const pages = Array.from({ length: lease.pageCount }, (_, index) => `${lease.path}/pages/${index + 1}?width=1200`)
  const images = await Promise.all(pages.map((path) => room.operator.fetch('GET', path)))
  await room.operator.switches(true)
  return Promise.all(images.map(async (image) => Buffer.from(await image.arrayBuffer())))
}

const white = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#fff' } })
const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#369', noise: { type: 'gaussian', mean: 128, sigma: 30 } } })

describe('the copy that a download gives while the watermark is on', () => {
  it('of a PDF is the PDF itself, its text kept, marked for each reader, for operators as well', { timeout: 90_000 }, async () => {
    const room = await app.room()
    await room.operator.upload([['주식매매계약서.pdf', makePdf(3, 'VERTRAULICH')]])
    const { client, memberId } = await app.participant(room)
    await room.operator.setRight(memberId, 'download', true)
    const copies = [await downloadOf(client, room, '주식매매계약서.pdf'), await downloadOf(room.operator, room, '주식매매계약서.pdf')]
    for (const { http, type, name, bytes } of copies) {
      expect({ http, type, name }).toEqual({ http: 200, type: 'application/pdf', name: '주식매매계약서.pdf' })
      expect(await pagesOf(room, bytes)).toEqual(Array(3).fill({ width: 595, height: 842 }))
      const pdf = await PDF.load(bytes)
      for (const page of pdf.getPages()) expect(page.extractText().text).toMatch(/^VERTRAULICH page \d$/)
      expect(imagesOf(bytes)).toEqual([])
      for (const image of await drawnPages(room, bytes)) expect(await redPixels(image)).toBeGreaterThan(1_000)
    }
    const [ofReader] = await drawnPages(room, copies[0]!.bytes)
    const [ofOperator] = await drawnPages(room, copies[1]!.bytes)
    expect(await unlikeness(ofReader!, ofOperator!)).toBeGreaterThan(0.005)
    expect((await app.logged(room.roomId)).filter((kind) => kind.startsWith('document.download'))).toEqual(
      Array(2).fill('document.downloaded'),
    )
    expect((await holdings(app, room.roomId)).temp).toBe(0)
  })

  it('of a PDF is a PDF of page images where the room wants that, and has pictures for all pages that cannot be marked', {
    timeout: 90_000,
  }, async () => {
    const room = await app.room()
    const strange = pdfOf(Array(21).fill({ content: STRANGE }))
    await room.operator.upload([
      ['계약서.pdf', makePdf(2, 'VERTRAULICH')],
      ['이상한 것.pdf', new Uint8Array(strange)],
    ])
    const expectImages = async (name: string, count: number, more: readonly string[] = []): Promise<void> => {
      const { http, bytes } = await downloadOf(room.operator, room, name)
      expect(http).toBe(200)
      const images = imagesOf(bytes)
      expect(images).toHaveLength(count)
      for (const image of [images[0]!, images.at(-1)!]) {
        expect((await sharp(image).metadata()).width).toBe(1_200)
        expect(await redPixels(image)).toBeGreaterThan(1_000)
      }
      for (const hidden of ['VERTRAULICH', '/EmbeddedFile', '/JavaScript', ...more]) expect(bytes.includes(hidden)).toBe(false)
    }
    await expectImages('이상한 것.pdf', 21)
    expect(app.log.text()).toContain('pages cannot be stamped')
    await room.operator.call('PUT', '/room/api/room/update/viewing', { body: { id: room.roomId, imageCopies: true } })
    await expectImages('계약서.pdf', 2, ['/Font', '/Prev'])
    expect(await downloadDetails(room)).toEqual([
      expect.objectContaining({ name: '이상한 것.pdf', pictures: 21 }),
      { itemId: expect.any(Number), name: '계약서.pdf' },
    ])
  })

  it('of a PDF with a page that cannot be marked has that one as a picture, with its words, and says so', {
    timeout: 90_000,
  }, async () => {
    const room = await app.room()
    const pages = [{ content: line('ERSTE') }, { content: STRANGE }, { content: line('DRITTE') }]
    await room.operator.upload([['계약서.pdf', new Uint8Array(pdfOf(pages))]])
    const { http, bytes } = await downloadOf(room.operator, room, '계약서.pdf')
    expect(http).toBe(200)
    const [picture, ...others] = imagesOf(bytes)
    expect(others).toEqual([])
    expect(await redPixels(picture!)).toBeGreaterThan(1_000)
    const copy = await PDF.load(bytes)
    expect(copy.getPages().map((page) => page.extractText().text.trim())).toEqual(['ERSTE', expect.any(String), 'DRITTE'])
    for (const image of await drawnPages(room, bytes)) expect(await redPixels(image)).toBeGreaterThan(1_000)
    await room.operator.switches(false)
    await room.operator.upload([['사본.pdf', new Uint8Array(bytes)]])
    const stored = (await room.operator.items()).find(({ name }) => name === '사본.pdf')
    const lease = await room.operator.openDocument(stored?.id ?? 0)
    const { runs } = (await room.operator.call('GET', `${lease.path}/pages/2/text`)).json.payload as { runs: { text: string; x: number }[] }
    expect(runs).toEqual([expect.objectContaining({ text: 'VERTRAULICH', x: expect.closeTo(72, 0) })])
    expect(await downloadDetails(room)).toEqual([expect.objectContaining({ name: '계약서.pdf', pictures: 1 })])
    expect(app.log.text()).toContain('pages cannot be stamped: pictures instead')
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
      expect({ http: got.http, type: got.type, name: got.name }).toEqual({ http: 200, type: 'image/jpeg', name: copied })
      const found = await sharp(got.bytes).metadata()
      expect({ format: found.format, width: found.width, height: found.height }).toEqual({ format: 'jpeg', width, height })
      expect(await redPixels(got.bytes)).toBeGreaterThan(100)
    }
  })

  it('is not made of what has no pages: that is refused and logged, and no byte of it leaves', async () => {
    const room = await app.room()
    const docx = await makeDocx()
    const broken = new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(500, 'x'), Buffer.from('\n%%EOF')]))
    await room.operator.upload([
      ['계약.docx', docx],
      ['깨진 것.pdf', broken],
    ])
    for (const name of ['계약.docx', '깨진 것.pdf']) {
      const got = await downloadOf(room.operator, room, name)
      expect({ http: got.http, code: codeOf(got) }).toEqual({ http: 403, code: 'WATERMARK' })
    }
    expect((await app.logged(room.roomId)).filter((kind) => kind.startsWith('document.download'))).toEqual(
      Array(2).fill('document.download-refused'),
    )
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
      get(await client.fetch('POST', '/room/api/file/watermarked/download', { body: { fileId: item?.id, ...body } }))
    expect(codeOf(await marked({}))).toBe('DOWNLOAD_DENIED')
    await room.operator.setRight(memberId, 'download', true)
    const texts = ['somebody@else.example', '<img src=x onerror=alert(1)>', 'x'.repeat(4_000), undefined]
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
    expect((await other.operator.fetch('POST', '/room/api/file/watermarked/download', { body: { fileId: item?.id } })).status).toBe(404)
    expect((await app.logged(room.roomId)).filter((kind) => kind.startsWith('document.download'))).toEqual([
      'document.download-refused',
      ...texts.map(() => 'document.downloaded'),
    ])
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
    await eventually(async () => expect((await downloadOf(room.operator, room, '한 쪽.pdf')).http).toBe(200))
    await eventually(async () => expect((await holdings(app, room.roomId)).temp).toBe(0))
  })
})

describe('a PDF of page images', () => {
  it('is never held whole, however many pages it has and however slowly it is read', async () => {
    const bytes = await noise(900, 900).jpeg({ quality: 95 }).toBuffer()
    const PAGES = 600
    const allowed = (bytes.length * PAGES) / 10
    let drawn = 0
    const pool: RenderPool = {
      async renderPage() {
        drawn += 1
        return { bytes: Buffer.from(bytes), type: 'image/jpeg', width: 900, height: 900 }
      },
      inspect: () => Promise.reject(new Error('not asked for')),
      unprotected: () => Promise.reject(new Error('not asked for')),
      checkMark: () => Promise.reject(new Error('not asked for')),
      pageText: () => Promise.reject(new Error('not asked for')),
      pageLinks: () => Promise.reject(new Error('not asked for')),
      find: () => Promise.reject(new Error('not asked for')),
      read: () => Promise.reject(new Error('not asked for')),
      load: () => ({ size: 1, busy: 0, waiting: 0, done: 0, failed: 0, replaced: 0 }),
      close: async () => {},
    }
    const source: RenderSource = { id: '1', kind: 'pdf', segments: [], context: { room: '', file: '', fileVersion: 1, purpose: 'content' } }
    const drawable = { source, isImage: false, pages: Array(PAGES).fill({ width: 300, height: 300 }) }
    const pdf = pageImagePdf(
      pool,
      { drawable, mark: { text: 'x', style: STANDARD_STYLE, reader: 'x' }, name: 'a.pdf', at: new Date(0), asImages: true },
      new AbortController().signal,
    )
    await pdf.next()
    expect(drawn).toBe(1)
    const held = createHeldMemory()
    const before = held()
    let passed = 0
    let most = 0
    let measuredAt = 0
    for await (const piece of pdf) {
      passed += piece.length
      if (drawn - measuredAt < 20) continue
      measuredAt = drawn
      most = Math.max(most, held(before + allowed) - before)
    }
    expect(drawn).toBe(PAGES)
    expect(passed).toBeGreaterThan(bytes.length * (PAGES - 1))
    expect(passed).toBeGreaterThan(120e6)
    expect(most).toBeLessThan(allowed)
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

// Background work would disturb the memory measurement.
it('a copy of 2,000 pages has them all', { timeout: 120_000 }, () => expectAllPages(app, 2_000))
