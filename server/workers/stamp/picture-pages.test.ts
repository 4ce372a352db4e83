import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STANDARD_STYLE } from '../../../paper/watermark/layout.ts'
import { memoryLog } from '../../platform/log/memory-log.ts'
import { line, type PdfPage, pdfOf } from '../../test/pdf-file.ts'
import { SealedFolder } from '../../test/sealed-folder.ts'
import { createRenderPool, type RenderPool, type RenderSource, type TextRuns } from '../render/index.ts'
import { createStampPool, type PagePicture, type StampedFile, type StampPool } from './index.ts'

const never = new AbortController().signal
const MARK = { text: 'reader@example.com 2026-11-20 15:12 Confidential', style: STANDARD_STYLE, reader: 'reader@example.com' }

const folder = new SealedFolder()
let pool: RenderPool
let stamps: StampPool
beforeAll(async () => {
  pool = await createRenderPool({ size: 1, log: memoryLog() })
  stamps = await createStampPool({ folder: folder.path, deadlineMs: 60_000, log: memoryLog() })
})
afterAll(async () => {
  await Promise.all([pool.close(), stamps.close()])
  folder.remove()
})

async function picture(source: RenderSource, page: number): Promise<PagePicture> {
  const size = (await pool.inspect(source)).pages[page - 1] ?? { width: 0, height: 0 }
  const { bytes, width, height } = await pool.renderPage(source, { page, width: 1_200, priority: 'visible', mark: 'unmarked' })
  const { runs } = await pool.pageText(source, page)
  return { page, jpeg: bytes.toString('base64'), pixels: { width, height }, size, words: runs }
}

const opened = ({ segments, context }: StampedFile): RenderSource => ({ id: randomUUID(), kind: 'pdf', segments, context })

/** Each word with where it stands, to a point, whatever their order. */
const places = ({ runs }: TextRuns): string[] =>
  runs
    .map(({ text, x, y, width, height, angle = 0 }) => [text.trim(), ...[x, y, height, angle].map(Math.round), width > 10].join(' '))
    .toSorted()

const strange = (words: string, entries = ''): PdfPage => ({ content: `${line(words, [120, 400])} /OC /L BDC`, entries })

describe('a page that cannot be stamped', () => {
  test('is told, and the others are stamped; given as a picture it looks as it did and has its words where they stand', async () => {
    const pages = [
      { content: line('first') },
      strange('upright words'),
      ...[90, 180, 270].map((turn) => strange(`turned by ${turn}`, `/Rotate ${turn}`)),
      strange('cropped words', '/CropBox [100 300 400 500] /Rotate 90'),
      { content: 'BT /F1 20 Tf .8 .6 -.6 .8 200 300 Tm (slanted line) Tj ET /OC /L BDC' },
      { content: line('last') },
    ]
    const source = folder.seal('pdf', pdfOf(pages))
    const refused = await stamps.stamp(source, MARK, never)
    expect(refused.refused).toEqual([2, 3, 4, 5, 6, 7])
    await refused.discard()
    const pictures = await Promise.all(refused.refused.map((page) => picture(source, page)))
    const file = await stamps.stamp(source, MARK, never, pictures)
    expect(file.refused).toEqual([])
    const copy = opened(file)
    expect((await pool.inspect(copy)).pages).toEqual((await pool.inspect(source)).pages)
    for (const page of refused.refused) {
      expect(places(await pool.pageText(copy, page))).toEqual(places(await pool.pageText(source, page)))
      // The picture has no mark here, so that nothing may have changed, but for what packing it changes.
      expect((await pool.checkMark(source, copy, { page, width: 800, mark: MARK })).changed).toBeLessThan(0.002)
    }
    for (const page of [1, 8]) expect((await pool.checkMark(source, copy, { page, width: 800, mark: MARK })).shown).toBeGreaterThan(0.95)
    await file.discard()
  })

  test('has words in any script, more letters than one font holds', async () => {
    const letters = Array.from({ length: 600 }, (_, index) => String.fromCodePoint(0xac00 + index)).join('')
    const source = folder.seal('pdf', pdfOf([strange('x')]))
    const words = ['계약서 초안', '𠀀 СУВОРОВ', letters.slice(0, 300), letters.slice(300)]
    const given = await picture(source, 1)
    const placed = words.map((text, index) => ({ text, x: 50, y: 100 + 40 * index, width: 400, height: 20 }))
    const file = await stamps.stamp(source, MARK, never, [{ ...given, words: placed }])
    const copy = opened(file)
    for (const word of words) {
      const search = { words: word, from: 1, to: 1, limit: 5 }
      expect((await pool.find(copy, { ...search, seenOnly: false })).hits).toHaveLength(1)
    }
    await file.discard()
  })
})
