import type { Readable } from 'node:stream'
import { formatSize } from '../../../../contract/core/format-size.ts'
import { formatDay } from '../../../../contract/core/room-time.ts'
import { LEVEL_NAMES } from '../../../../contract/features/groups/levels.ts'
import {
  type AwaitDrain,
  INK,
  LINE,
  PALE,
  pdfReport,
  plain,
} from '../../../platform/pdf/pdf-report.ts'
import type { Titled } from './index-page.ts'
import { type IndexTableOptions, type ListedItem, linkToItem } from './index-table.ts'
import { WORDS } from './index-words.ts'

export const MARGIN = 40
const SIZE = 8.5
const PROOF_SIZE = 6
/** The ascent is in points. */
const PROOF_ASCENT = 1.16 * PROOF_SIZE
const PROOF_LINE = 1.448 * PROOF_SIZE
const DIGIT_WIDTH = 0.6001 * PROOF_SIZE
const ROW_GAP = 5
/** Column widths are in points. */
const NARROW = { pages: 34, size: 62, date: 62 } as const
const NUMBER_WIDTH = 66
const INDENT = 10
/** Names keep space at deep levels. */
const INDENTS = 12
const ROWS_BETWEEN_DRAINS = 50

type Document = PDFKit.PDFDocument

export function writeTitle(document: Document, title: string, facts: readonly string[]): void {
  document.font('bold').fontSize(16).fillColor(INK).text(plain(title))
  document.moveDown(0.2).font('regular').fontSize(9).fillColor(PALE)
  for (const fact of facts) document.text(plain(fact))
  document.moveDown()
}

export const indexPdf = (
  items: AsyncIterable<ListedItem>,
  shown: IndexTableOptions,
  { roomName, facts }: Titled,
): Readable => {
  const title = `${WORDS[shown.language].title} · ${roomName}`
  return pdfReport(
    { title, language: shown.language, margin: MARGIN },
    async (document, drained) => {
      writeTitle(document, title, facts)
      await writeItems(document, items, shown, drained)
    },
  )
}

type Items = AsyncIterable<ListedItem> | Iterable<ListedItem>

export async function writeItems(
  document: Document,
  items: Items,
  shown: IndexTableOptions,
  drained: AwaitDrain,
): Promise<void> {
  const columns = columnsOf(document, shown)
  writeHeadings(document, columns, shown)
  let rows = 0
  for await (const item of items) {
    writeItem(document, columns, item, shown)
    rows += 1
    if (rows % ROWS_BETWEEN_DRAINS === 0) await drained()
  }
  if (rows === 0)
    document.font('regular').fontSize(9).fillColor(PALE).text(WORDS[shown.language].none)
}

interface Columns {
  readonly number: number
  readonly name: number
  readonly pages: number
  readonly size: number
  readonly date: number
  readonly right: number
}

function columnsOf({ page }: Document, { hasNumbers }: IndexTableOptions): Columns {
  const right = page.width - MARGIN
  const date = right - NARROW.date
  const size = date - NARROW.size
  return {
    number: MARGIN,
    name: MARGIN + (hasNumbers ? NUMBER_WIDTH : 0),
    pages: size - NARROW.pages,
    size,
    date,
    right,
  }
}

function writeHeadings(
  document: Document,
  columns: Columns,
  { language, hasNumbers }: IndexTableOptions,
): void {
  const words = WORDS[language]
  const { y } = document
  document.font('bold').fontSize(SIZE).fillColor(PALE)
  if (hasNumbers) document.text(words.columns.number, columns.number, y)
  document.text(words.columns.name, columns.name, y)
  document.text(words.columns.pages, columns.pages, y, { width: NARROW.pages - 4, align: 'right' })
  document.text(words.shortSize, columns.size, y, { width: NARROW.size - 4, align: 'right' })
  document.text(words.columns.date, columns.date, y, { width: NARROW.date, align: 'right' })
  const { y: below } = document
  document
    .moveTo(MARGIN, below + 2)
    .lineTo(columns.right, below + 2)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
  document.y = below + 6
}

function writeItem(
  document: Document,
  columns: Columns,
  item: ListedItem,
  shown: IndexTableOptions,
): void {
  const { isFolder, number = '', depth } = item
  const words = WORDS[shown.language]
  const left = columns.name + Math.min(depth - 1, INDENTS) * INDENT
  const width = columns.pages - left - 6
  const state = item.isExpected
    ? words.missing
    : shown.hasStates && item.isStaged
      ? words.staged
      : ''
  const name = plain(state === '' ? item.name : `${item.name} (${state})`).replaceAll('\n', ' ')
  const face = isFolder ? 'bold' : 'regular'
  const height = heightOf(document.font(face).fontSize(SIZE), name, width)
  const proof = proofOf(document, item, shown, width)
  const proofHeight = PROOF_LINE * (proof.lines.length + (proof.words === '' ? 0 : 1))
  if (document.y + height + proofHeight > document.page.height - MARGIN) {
    document.addPage()
    writeHeadings(document, columns, shown)
  }
  const { y } = document
  const link = shown.isRecord || item.isExpected ? {} : { link: linkToItem(item, shown) }
  document
    .font(face)
    .fontSize(SIZE)
    .fillColor(INK)
    .text(name, left, y, { width, ...link })
  document.font('regular').fillColor(PALE)
  if (proof.words !== '') writeProof(document, proof, left, y + height)
  if (shown.hasNumbers)
    document
      .fontSize(numberSize(document, number))
      .text(number, columns.number, y, { lineBreak: false })
  if (!isFolder) writeFigures(document, columns, item, { y, zone: shown.zone })
  document.x = MARGIN
  document.y = y + height + proofHeight + ROW_GAP
}

function writeFigures(
  document: Document,
  columns: Columns,
  { size, pages, storedAt }: ListedItem,
  { y, zone }: { readonly y: number; readonly zone: string },
): void {
  document.fontSize(SIZE)
  const before = (right: number, text: string): void => {
    if (text !== '')
      document.text(text, right - document.widthOfString(text), y, { lineBreak: false })
  }
  before(columns.size - 4, String(pages ?? ''))
  before(columns.date - 4, size === undefined ? '' : formatSize(size))
  before(columns.right, storedAt === undefined ? '' : formatDay(storedAt, zone))
}

function heightOf(document: Document, text: string, width: number): number {
  return document.widthOfString(text) <= width
    ? document.currentLineHeight(true)
    : document.heightOfString(text, { width })
}

interface Proof {
  readonly words: string
  readonly beside: string
  readonly lines: readonly string[]
}

const NO_PROOF: Proof = { words: '', beside: '', lines: [] }

function proofOf(
  document: Document,
  { isFolder, proof }: ListedItem,
  { language }: IndexTableOptions,
  width: number,
): Proof {
  if (isFolder || !proof) return NO_PROOF
  const { version, sha256, level } = proof
  const words = WORDS[language]
  const name = LEVEL_NAMES[language][level] ?? ''
  if (version === undefined || sha256 === undefined)
    return { ...NO_PROOF, words: `${words.unknownVersion} · ${name}` }
  const before = `${words.columns.version} ${version} · ${name} · SHA-256 `
  const room = width - document.font('regular').fontSize(PROOF_SIZE).widthOfString(before)
  if (sha256.length * DIGIT_WIDTH <= room) return { words: before, beside: sha256, lines: [] }
  const inLine = Math.max(1, Math.floor(width / DIGIT_WIDTH))
  const lines = Array.from({ length: Math.ceil(sha256.length / inLine) }, (_, line) =>
    sha256.slice(line * inLine, (line + 1) * inLine),
  )
  return { words: before, beside: '', lines }
}

/** With any feature, PDFKit caches no layout. */
const UNSHAPED = { ccmp: false, dlig: false, mark: false } as unknown as NonNullable<
  PDFKit.Mixins.TextOptions['features']
>

/** Shaping unique hashes took most of the time. */
function writeProof(
  document: Document,
  { words, beside, lines }: Proof,
  left: number,
  top: number,
): void {
  const line = { lineBreak: false, baseline: 'alphabetic' } as const
  const at = (row: number): number => top + PROOF_ASCENT + row * PROOF_LINE
  document.fontSize(PROOF_SIZE).text(words, left, at(0), line)
  const digits = { ...line, features: UNSHAPED }
  const behind = left + document.widthOfString(words)
  document.font('digits')
  if (beside !== '') document.text(beside, behind, at(0), digits)
  for (const [row, text] of lines.entries()) document.text(text, left, at(row + 1), digits)
  document.font('regular')
}

function numberSize(document: Document, number: string): number {
  const width = document.font('regular').fontSize(SIZE).widthOfString(number)
  return Math.max(4, Math.min(SIZE, (SIZE * (NUMBER_WIDTH - 4)) / Math.max(width, 1)))
}

/** Headings keep off the page's foot by these points. */
const ROOM_OF_HEADING = 90

export function writeText(
  document: Document,
  text: { heading: string; facts: string; paragraphs: readonly string[] },
): void {
  if (document.y > document.page.height - MARGIN - ROOM_OF_HEADING) document.addPage()
  document.x = MARGIN
  document.moveDown(0.5).font('bold').fontSize(11).fillColor(INK).text(plain(text.heading))
  if (text.facts !== '')
    document.font('regular').fontSize(8).fillColor(PALE).text(plain(text.facts))
  document.font('regular').fontSize(9.5).fillColor(INK)
  for (const paragraph of text.paragraphs) document.moveDown(0.3).text(plain(paragraph))
}
