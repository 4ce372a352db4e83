import { PDF } from '@libpdf/core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STANDARD_STYLE } from '../../../../paper/watermark/layout.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { line, pdfOf } from '../../../test/fixtures/pdf-file.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { drawnPages, imagesOf, redPixels } from '../../../test/scenarios/delivery/marked-copies.ts'
import { downloadOf, expectAllPages } from '../../../test/scenarios/downloads.ts'
import { createHeldMemory } from '../../../test/scenarios/held-memory.ts'
import { loggedDetails } from '../../../test/scenarios/logged-details.ts'
import type { RenderPool, RenderSource } from '../../../workers/render/index.ts'
import { createRoomKeyring } from '../../rooms/index.ts'
import { pageImagePdf } from './page-image-pdf.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** An open layer could hide the mark. */
const STRANGE = `${line('VERTRAULICH')} /OC /L BDC`

async function downloadDetails(room: TestRoom): Promise<unknown[]> {
  const keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
  return loggedDetails(
    app.database,
    createRoomKeyring(keyStore),
    room.roomId,
    'document.downloaded',
  )
}
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#369',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })

describe('the copy that a download gives while the watermark is on', () => {
  it('of a PDF is a PDF of page images where the room wants that, and has pictures for all pages that cannot be marked', {
    timeout: 90_000,
  }, async () => {
    const room = await app.room()
    const strange = pdfOf(Array(21).fill({ content: STRANGE }))
    await room.operator.upload([
      ['계약서.pdf', makePdf(2, 'VERTRAULICH')],
      ['이상한 것.pdf', new Uint8Array(strange)],
    ])
    const expectImages = async (
      name: string,
      count: number,
      more: readonly string[] = [],
    ): Promise<void> => {
      const { http, bytes } = await downloadOf(room.operator, room, name)
      expect(http).toBe(200)
      const images = imagesOf(bytes)
      expect(images).toHaveLength(count)
      for (const image of [images[0]!, images.at(-1)!]) {
        expect((await sharp(image).metadata()).width).toBe(1_200)
        expect(await redPixels(image)).toBeGreaterThan(1_000)
      }
      for (const hidden of ['VERTRAULICH', '/EmbeddedFile', '/JavaScript', ...more])
        expect(bytes.includes(hidden)).toBe(false)
    }
    await expectImages('이상한 것.pdf', 21)
    expect(app.log.text()).toContain('pages cannot be stamped')
    await room.operator.call('PUT', '/room/api/room/update/viewing', {
      body: { id: room.roomId, imageCopies: true },
    })
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
    expect(copy.getPages().map((page) => page.extractText().text.trim())).toEqual([
      'ERSTE',
      expect.any(String),
      'DRITTE',
    ])
    for (const image of await drawnPages(room, bytes))
      expect(await redPixels(image)).toBeGreaterThan(1_000)
    await room.operator.switches(false)
    await room.operator.upload([['사본.pdf', new Uint8Array(bytes)]])
    const stored = (await room.operator.items()).find(({ name }) => name === '사본.pdf')
    const lease = await room.operator.openDocument(stored?.id ?? 0)
    const { runs } = (await room.operator.call('GET', `${lease.path}/pages/2/text`)).json
      .payload as { runs: { text: string; x: number }[] }
    expect(runs).toEqual([
      expect.objectContaining({ text: 'VERTRAULICH', x: expect.closeTo(72, 0) }),
    ])
    expect(await downloadDetails(room)).toEqual([
      expect.objectContaining({ name: '계약서.pdf', pictures: 1 }),
    ])
    expect(app.log.text()).toContain('pages cannot be stamped: pictures instead')
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
    const source: RenderSource = {
      id: '1',
      kind: 'pdf',
      segments: [],
      context: { room: '', file: '', fileVersion: 1, purpose: 'content' },
    }
    const drawable = {
      source,
      isImage: false,
      pages: Array(PAGES).fill({ width: 300, height: 300 }),
    }
    const pdf = pageImagePdf(
      pool,
      {
        drawable,
        mark: { text: 'x', style: STANDARD_STYLE, reader: 'x' },
        name: 'a.pdf',
        at: new Date(0),
        asImages: true,
      },
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

// Background work would disturb the memory measurement.
it('a copy of 2,000 pages has them all', { timeout: 120_000 }, () => expectAllPages(app, 2_000))
