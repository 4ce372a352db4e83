import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STANDARD_STYLE } from '../../../paper/watermark/layout.ts'
import type { PageSize } from '../../features/documents/index.ts'
import { stampedCopy } from '../../features/renditions/stamped-copy.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { memoryLog } from '../../platform/log/memory-log.ts'
import { createRenderPool, RenderError, type RenderPool, type RenderSource, type TextRuns } from '../../workers/render/index.ts'
import { createStampPool, PdfError, type StampedFile, type StampPool } from '../../workers/stamp/index.ts'
import { pdfOf, textPage } from '../pdf-file.ts'
import { SealedFolder } from '../sealed-folder.ts'
import { unpacked } from '../unpacked.ts'
import type { Kinds } from './choose.ts'
import { SECRET, type Trouble } from './trouble.ts'

const MARK = { text: 'reader@example.com 2026-11-20 15:12 Confidential', style: STANDARD_STYLE }
const WIDTH = 600
/** Of a document so many pages are looked at. */
const PAGES = 4
const never = new AbortController().signal
const log = memoryLog()

let folder: SealedFolder
let pool: RenderPool
/** For what does not end. */
let hasty: RenderPool
let stamps: StampPool
/** The code of a failure that a person is told of; anything else is a fault of ours. */
function codeOf(error: unknown): string {
  if (error instanceof RenderError) return error.code === 'CRASHED' || error.code === 'MEMORY' ? 'TIMEOUT' : error.code
  throw error
}

/** A download may also be refused in words, before its first byte. */
const refusedWith = (error: unknown): string => (error instanceof Refusal ? error.code : codeOf(error))

const wordsOf = ({ runs }: TextRuns): string => runs.map(({ text }) => text).join('')

/** What a reader gets of it: each thing that the viewer asks for is an answer or a failure with a code. */
async function read(pool: RenderPool, source: RenderSource, words: string | undefined) {
  const found = await pool.inspect(source).catch(codeOf)
  if (typeof found === 'string') return { opens: found, page: undefined, sizes: [], hasWords: false, isFound: false }
  const draw = (page: number) => pool.renderPage(source, { page, width: WIDTH, mark: { ...MARK, reader: 'reader' }, priority: 'visible' })
  const page = await draw(1).then(() => undefined, codeOf)
  for (let number = 2; number <= Math.min(PAGES, found.pages.length); number += 1) await draw(number).catch(codeOf)
  await pool.pageLinks(source, 1, true).catch(codeOf)
  const text = await pool.pageText(source, 1).then(wordsOf, codeOf)
  const search = { words: words ?? 'still', from: 1, to: Math.min(PAGES, found.pages.length), limit: 10, seenOnly: false }
  const isFound = await pool.find(source, search).then(({ hits }) => hits.length > 0, codeOf)
  return { opens: 'READY', page, sizes: found.pages, hasWords: words !== undefined && text.includes(words), isFound: isFound === true }
}

/** How a copy looks beside its document: each page with the mark upon it, and nothing else. */
async function expectMarked(source: RenderSource, pdf: Buffer, sizes: readonly PageSize[], isStamped: boolean): Promise<void> {
  const copy = folder.seal('pdf', pdf, randomUUID())
  const { pages } = await pool.inspect(copy)
  expect(pages).toHaveLength(sizes.length)
  if (isStamped) expect(pages).toEqual(sizes)
  for (let page = 1; page <= Math.min(PAGES, pages.length); page += 1) {
    const { shown, changed } = await pool.checkMark(source, copy, { page, width: WIDTH, mark: MARK })
    if (isStamped)
      expect({ page, isMarked: shown >= 0.9, isElseTheSame: changed <= 0.002 }).toEqual({ page, isMarked: true, isElseTheSame: true })
    else if (isLegible(pages[page - 1])) expect(shown).toBeGreaterThan(0.5)
  }
}

/** Whether the lines of the mark have letters on a page image. */
const isLegible = (size: PageSize | undefined): boolean => size !== undefined && size.height / size.width < 10

/** What a download with the reader's mark comes to. */
async function download(pool: RenderPool, source: RenderSource, sizes: readonly PageSize[]): Promise<string> {
  if (sizes.length === 0) return 'refused'
  const drawable = { source, isImage: false, pages: sizes }
  const copy = await stampedCopy(
    { pool, stamps, log },
    { drawable, mark: { ...MARK, reader: 'reader' }, name: 'a.pdf', at: new Date(0), asImages: false },
    never,
  ).catch(refusedWith)
  if (typeof copy === 'string') return 'refused'
  const isPictured = copy.pictures !== undefined
  const isStamped = copy.size !== undefined && !isPictured
  const pdf = await buffer(copy.body).catch(codeOf)
  if (typeof pdf === 'string') return 'refused'
  const all = unpacked(pdf)
  expect(all).not.toContain(SECRET)
  expect(all.match(/%%EOF/g)).toHaveLength(1)
  // Nothing has content but the marked pages.
  expect(all.match(/\/Contents ?[[\d]/g) ?? []).toHaveLength(sizes.length)
  await expectMarked(source, pdf, sizes, isStamped)
  if (copy.size === undefined) return 'images'
  return isPictured ? 'pictures' : 'stamped'
}

/** What is not shown is not stamped by the server, but whatever the stamping process makes of it, it answers. */
async function expectStampingEnds(source: RenderSource): Promise<void> {
  const outcome = await stamps.stamp(source, MARK, never).catch((error: unknown) => error)
  if (outcome instanceof Error) {
    expect(outcome).toBeInstanceOf(PdfError)
    expect(outcome).toMatchObject({ code: 'NOT_UNDERSTOOD' })
  } else await (outcome as StampedFile).discard()
}

/** What becomes of troubles that are read and stamped: in `npm test` of a few, in the slow tests of all. */
export function describeReading(kinds: Kinds, tryNext: 'at the end' | 'after each kind'): void {
  beforeAll(async () => {
    folder = new SealedFolder()
    pool = await createRenderPool({ size: 2, deadlineMs: 20_000, log })
    hasty = await createRenderPool({ size: 1, deadlineMs: 2_000, log })
    stamps = await createStampPool({ folder: folder.path, deadlineMs: 30_000, log })
  })
  afterAll(async () => {
    await Promise.all([pool.close(), hasty.close(), stamps.close()])
    folder.remove()
  })

  async function expectNext(): Promise<void> {
    const next = folder.seal('pdf', pdfOf([textPage('next')]))
    const { sizes, ...seen } = await read(pool, next, 'next')
    expect(seen).toEqual({ opens: 'READY', page: undefined, hasWords: true, isFound: true })
    expect(await download(pool, next, sizes)).toBe('stamped')
  }

  describe.each(kinds)('%s', (_, troubles) => {
    it.each(troubles.map((trouble): [string, Trouble] => [trouble.name, trouble]))('%s', { timeout: 240_000 }, async (_name, trouble) => {
      const source = folder.seal('pdf', await trouble.pdf())
      const engine = [trouble.opens, trouble.page].includes('TIMEOUT') ? hasty : pool
      const { sizes, ...seen } = await read(engine, source, trouble.words)
      const copy = await download(engine, source, sizes)
      const hasWords = trouble.words !== undefined
      expect({ ...seen, copy }).toEqual({
        opens: trouble.opens,
        page: trouble.page,
        hasWords,
        isFound: hasWords ? true : expect.any(Boolean),
        copy: trouble.copy,
      })
      if (copy === 'refused') await expectStampingEnds(source)
      if (trouble.password === undefined) return
      const unlocked = await read(pool, { ...source, id: randomUUID(), password: trouble.password }, undefined)
      expect(unlocked).toMatchObject({ opens: 'READY', page: undefined })
    })

    if (tryNext === 'after each kind') it('and the next document is read and stamped as if nothing had been', expectNext)
  })

  if (tryNext === 'at the end') it('after all of them the next document is read and stamped as if nothing had been', expectNext)
}
