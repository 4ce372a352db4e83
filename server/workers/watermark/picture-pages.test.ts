import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STANDARD_STYLE } from '../../../paper/watermark/layout.ts'
import { EncryptedFolder } from '../../test/fixtures/encrypted-folder.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { line, type PdfPage, pdfOf } from '../../test/fixtures/pdf-file.ts'
import {
  createRenderPool,
  type RenderPool,
  type RenderSource,
  type TextRuns,
} from '../render/index.ts'
import {
  createWatermarkPool,
  type MarkedFile,
  type PagePicture,
  type WatermarkPool,
} from './index.ts'

const never = new AbortController().signal
const MARK = {
  text: 'reader@example.com 2026-11-20 15:12 Confidential',
  style: STANDARD_STYLE,
  reader: 'reader@example.com',
}

const folder = new EncryptedFolder()
let pool: RenderPool
let watermarks: WatermarkPool
beforeAll(async () => {
  pool = await createRenderPool({ size: 1, log: memoryLog() })
  watermarks = await createWatermarkPool({
    folder: folder.path,
    deadlineMs: 60_000,
    log: memoryLog(),
  })
})
afterAll(async () => {
  await Promise.all([pool.close(), watermarks.close()])
  folder.remove()
})

async function picture(source: RenderSource, page: number): Promise<PagePicture> {
  const size = (await pool.inspect(source)).pages[page - 1] ?? { width: 0, height: 0 }
  const { bytes, width, height } = await pool.renderPage(source, {
    page,
    width: 1_200,
    priority: 'visible',
    mark: 'unmarked',
  })
  const { runs } = await pool.pageText(source, page)
  return { page, jpeg: bytes.toString('base64'), pixels: { width, height }, size, words: runs }
}

const opened = ({ segments, context }: MarkedFile): RenderSource => ({
  id: randomUUID(),
  kind: 'pdf',
  segments,
  context,
})

const places = ({ runs }: TextRuns): string[] =>
  runs
    .map(({ text, x, y, width, height, angle = 0 }) =>
      [text.trim(), ...[x, y, height, angle].map(Math.round), width > 10].join(' '),
    )
    .toSorted()

const strange = (words: string, entries = ''): PdfPage => ({
  content: `${line(words, [120, 400])} /OC /L BDC`,
  entries,
})

describe('a page that cannot be marked', () => {
  test('is reported, and the others are marked; as a picture it looks as it did and keeps its words in their places', async () => {
    const pages = [
      { content: line('first') },
      strange('upright words'),
      ...[90, 180, 270].map((turn) => strange(`turned by ${turn}`, `/Rotate ${turn}`)),
      strange('cropped words', '/CropBox [100 300 400 500] /Rotate 90'),
      { content: 'BT /F1 20 Tf .8 .6 -.6 .8 200 300 Tm (slanted line) Tj ET /OC /L BDC' },
      { content: line('last') },
    ]
    const source = folder.encrypt('pdf', pdfOf(pages))
    const refused = await watermarks.mark(source, MARK, never)
    expect(refused.refused).toEqual([2, 3, 4, 5, 6, 7])
    await refused.discard()
    const pictures = await Promise.all(refused.refused.map((page) => picture(source, page)))
    const file = await watermarks.mark(source, MARK, never, pictures)
    expect(file.refused).toEqual([])
    const copy = opened(file)
    expect((await pool.inspect(copy)).pages).toEqual((await pool.inspect(source)).pages)
    for (const page of refused.refused) {
      expect(places(await pool.pageText(copy, page))).toEqual(
        places(await pool.pageText(source, page)),
      )
      // Only compression may change it.
      expect(
        (await pool.checkMark(source, copy, { page, width: 800, mark: MARK })).changed,
      ).toBeLessThan(0.002)
    }
    for (const page of [1, 8])
      expect(
        (await pool.checkMark(source, copy, { page, width: 800, mark: MARK })).shown,
      ).toBeGreaterThan(0.95)
    await file.discard()
  })

  test('has words in any script, more letters than one font holds', async () => {
    const letters = Array.from({ length: 600 }, (_, index) =>
      String.fromCodePoint(0xac00 + index),
    ).join('')
    const source = folder.encrypt('pdf', pdfOf([strange('x')]))
    const words = ['계약서 초안', '𠀀 СУВОРОВ', letters.slice(0, 300), letters.slice(300)]
    const given = await picture(source, 1)
    const placed = words.map((text, index) => ({
      text,
      x: 50,
      y: 100 + 40 * index,
      width: 400,
      height: 20,
    }))
    const file = await watermarks.mark(source, MARK, never, [{ ...given, words: placed }])
    const copy = opened(file)
    for (const word of words) {
      const search = { words: word, from: 1, to: 1, limit: 5 }
      expect((await pool.find(copy, { ...search, seenOnly: false })).hits).toHaveLength(1)
    }
    await file.discard()
  })
})
