import fs from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STANDARD_STYLE } from '../../../../paper/watermark/layout.ts'
import { hungryPdf } from '../../../test/fixtures/costly-pdfs.ts'
import { EncryptedFolder } from '../../../test/fixtures/encrypted-folder.ts'
import { type MemoryLog, memoryLog } from '../../../test/fixtures/memory-log.ts'
import { line, pdfOf, textPage } from '../../../test/fixtures/pdf-file.ts'
import { createRenderPool, type RenderPool } from '../../../workers/render/index.ts'
import { createWatermarkPool, type WatermarkPool } from '../../../workers/watermark/index.ts'
import { type Copy, markedCopy } from './marked-copy.ts'
import { PICTURES } from './picture-budget.ts'
import { pagesToLookAt } from './watermark-document.ts'

describe('the pages that are looked at', () => {
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

  it.each<[string, number, number[], number[]]>([
    ['all of a short document', 5, [], [5, 1, 2, 3, 4]],
    ['from the first to the last of a long one', 71, [], [71, 1, 11, 21, 31, 41, 51, 61]],
    ['rewritten ones, and others', 1_000, [500, 700], [500, 700, 1_000, 1, 144, 286, 429, 572]],
    ['some of many rewritten ones', 1_000, upTo(1_000), [1, 334, 667, 1_000, 144, 286, 429, 572]],
  ])('are %s', (_, count, rebuilt, pages) => {
    expect(pagesToLookAt(count, rebuilt)).toEqual(pages)
  })
})

describe('a document that takes more than a marking process is given', () => {
  let folder: EncryptedFolder
  let pool: RenderPool
  let log: MemoryLog
  beforeAll(async () => {
    log = memoryLog()
    folder = new EncryptedFolder()
    pool = await createRenderPool({ size: 1, log })
  })
  afterAll(async () => {
    await pool.close()
    folder.remove()
  })

  it.each<[string, { deadlineMs: number; heapMb: number }, string]>([
    ['memory', { deadlineMs: 90_000, heapMb: 128 }, 'CRASHED'],
    ['time', { deadlineMs: 20, heapMb: 1_024 }, 'TIMEOUT'],
  ])(
    'in %s becomes page images with the mark, the reason stands in the log, and the next one is marked',
    async (_, limits, failure) => {
      const place = fs.mkdtempSync(`${folder.path}/`)
      const watermarks = await createWatermarkPool({ folder: place, ...limits, log })
      const patient = await createWatermarkPool({ folder: place, deadlineMs: 90_000, log })
      const copyOf = async (
        pdf: Buffer,
        by: typeof watermarks,
      ): Promise<Copy & { pdf: Buffer }> => {
        const source = folder.encrypt('pdf', pdf)
        const drawable = { source, isImage: false, pages: (await pool.inspect(source)).pages }
        const request = {
          drawable,
          mark: {
            text: 'reader@example.com Confidential',
            style: STANDARD_STYLE,
            reader: 'reader@example.com',
          },
          name: 'a.pdf',
          at: new Date(0),
          asImages: false,
        }
        const copy = await markedCopy(
          { pool, watermarks: by, log },
          request,
          new AbortController().signal,
        )
        return { ...copy, pdf: await buffer(copy.body) }
      }
      const images = await copyOf(hungryPdf(), watermarks)
      expect({ type: images.type, size: images.size }).toEqual({
        type: 'application/pdf',
        size: undefined,
      })
      expect(images.pdf.includes('/DCTDecode')).toBe(true)
      expect(log.entries).toContainEqual(
        expect.objectContaining({ failure, msg: expect.stringContaining('page images instead') }),
      )
      expect(fs.readdirSync(place)).toEqual([])

      const small = await copyOf(
        pdfOf([textPage('small')]),
        failure === 'TIMEOUT' ? patient : watermarks,
      )
      expect(small.size).toBe(small.pdf.length)
      expect(small.pdf.includes('/DCTDecode')).toBe(false)
      expect(fs.readdirSync(place)).toEqual([])
      await Promise.all([watermarks.close(), patient.close()])
    },
    120_000,
  )
})

describe('a document with many pages that cannot be marked', () => {
  let folder: EncryptedFolder
  let pool: RenderPool
  let watermarks: WatermarkPool
  const log = memoryLog()
  beforeAll(async () => {
    folder = new EncryptedFolder()
    pool = await createRenderPool({ size: 1, log })
    watermarks = await createWatermarkPool({ folder: folder.path, deadlineMs: 90_000, log })
  })
  afterAll(async () => {
    await Promise.all([pool.close(), watermarks.close()])
    folder.remove()
  })

  const MARK = {
    text: 'reader@example.com Confidential',
    style: STANDARD_STYLE,
    reader: 'reader@example.com',
  }
  /** An open layer could hide the mark. */
  const strange = (words: string) => ({ content: `${line(words)} /OC /L BDC` })

  async function copied(pdf: Buffer, { by = watermarks, asImages = false } = {}) {
    const source = folder.encrypt('pdf', pdf)
    const drawable = { source, isImage: false, pages: (await pool.inspect(source)).pages }
    const request = { drawable, mark: MARK, name: 'a.pdf', at: new Date(0), asImages }
    const copy = await markedCopy(
      { pool, watermarks: by, log },
      request,
      new AbortController().signal,
    )
    const made = await buffer(copy.body)
    const again = folder.encrypt('pdf', made)
    const texts: string[] = []
    for (const page of drawable.pages.keys())
      texts.push(
        (await pool.pageText(again, page + 1)).runs.map(({ text }) => text.trim()).join(' '),
      )
    return { pictures: copy.pictures, source, again, texts, made: made.toString('latin1') }
  }
  const shownOn = async (
    { source, again }: Awaited<ReturnType<typeof copied>>,
    page: number,
  ): Promise<number> =>
    (
      await pool.checkMark(source, again, {
        page,
        width: 800,
        mark: MARK,
        signal: new AbortController().signal,
      })
    ).shown

  it('keeps all text, the mark on each page, and the other pages as they were', {
    timeout: 120_000,
  }, async () => {
    const pages = Array.from({ length: 28 }, (_, index) =>
      index < 25 ? strange(`strange${index}`) : textPage(`good${index}`),
    )
    const copy = await copied(pdfOf(pages))
    expect(copy.pictures).toBe(25)
    for (const index of pages.keys())
      expect(copy.texts[index]).toContain(`${index < 25 ? 'strange' : 'good'}${index}`)
    expect(copy.made.split('/DCTDecode').length - 1).toBe(25)
    for (const page of [26, 27, 28]) expect(await shownOn(copy, page)).toBeGreaterThan(0.9)
    for (const page of [1, 13, 25]) expect(await shownOn(copy, page)).toBeGreaterThan(0.9)
  })

  it('becomes page images with their words while other documents take the memory of pictures', {
    timeout: 120_000,
  }, async () => {
    const pdf = pdfOf([strange('strange'), textPage('good'), textPage('better')])
    const spaces = Array.from({ length: 4 }, () => PICTURES.open())
    for (const space of spaces) expect(space.take(64 * 2 ** 20)).toBe(true)
    const crowded = await copied(pdf)
    for (const space of spaces) space.release()
    expect(crowded.pictures).toBe(3)
    expect(crowded.texts[0]).toContain('strange')
    expect((await copied(pdf)).pictures).toBe(1)
  })

  it('keeps the words where every page becomes an image, and has none where the room wants images alone', {
    timeout: 120_000,
  }, async () => {
    const hurried = await createWatermarkPool({ folder: folder.path, deadlineMs: 20, log })
    const pages = [textPage('first'), textPage('second')]
    const copy = await copied(pdfOf(pages), { by: hurried })
    await hurried.close()
    expect(copy.made.split('/DCTDecode').length - 1).toBe(2)
    expect(copy.texts).toEqual([
      expect.stringContaining('first'),
      expect.stringContaining('second'),
    ])
    for (const page of [1, 2]) expect(await shownOn(copy, page)).toBeGreaterThan(0.9)
    const before = await pool.pageText(copy.source, 1)
    const after = await pool.pageText(copy.again, 1)
    expect(Math.round(after.runs[0]?.x ?? 0)).toBe(Math.round(before.runs[0]?.x ?? -1))
    expect(Math.abs((after.runs[0]?.y ?? 0) - (before.runs[0]?.y ?? -9))).toBeLessThan(1)
    expect((await copied(pdfOf(pages), { asImages: true })).texts).toEqual(['', ''])
  })
})
