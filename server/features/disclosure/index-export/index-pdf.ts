import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { formatSize } from '../../../../contract/core/format-size.ts'
import { formatDay } from '../../../../contract/core/room-time.ts'
import { builtFont } from '../../../platform/fonts/built-font.ts'
import type { IndexedItem } from '../../documents/index.ts'
import type { Titled } from './index-page.ts'
import { addressOf, type Shown } from './index-table.ts'
import { WORDS } from './index-words.ts'

const MARGIN = 40
const INK = '#19202a'
const PALE = '#656c76'
const LINE = '#dee2e7'
const SIZE = 8.5
const ROW_GAP = 5
/** In points, from the right edge: pages, size, date. */
const NARROW = { pages: 34, size: 62, date: 62 } as const
const NUMBER_WIDTH = 66
const INDENT = 10
/** Deeper levels are not moved further, so that names keep their space. */
const INDENTS = 12
const ROWS_IN_TURN = 50

/** The font has no glyphs for control characters. */
const CONTROLS = /\p{Cc}/gu
const plain = (text: string): string => text.replace(CONTROLS, ' ')

/** Pages are written as they are full. An error destroys the stream. */
export function indexPdf(items: AsyncIterable<IndexedItem>, shown: Shown, titled: Titled): Readable {
  const { language } = shown
  const info = { Title: `${WORDS[language].title} · ${titled.roomName}` }
  const document = new PDFDocument({ size: 'A4', margin: MARGIN, bufferPages: false, lang: language, info })
  document.registerFont('regular', builtFont('NotoSansKR-Regular'))
  document.registerFont('bold', builtFont('NotoSansKR-Bold'))
  const body = new PassThrough()
  document.pipe(body)
  write(document, items, shown, titled).then(
    () => document.end(),
    (error: unknown) => body.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return body
}

type Document = PDFKit.PDFDocument

async function write(document: Document, items: AsyncIterable<IndexedItem>, shown: Shown, { roomName, facts }: Titled): Promise<void> {
  const { title, none } = WORDS[shown.language]
  document
    .font('bold')
    .fontSize(16)
    .fillColor(INK)
    .text(plain(`${title} · ${roomName}`))
  document
    .font('regular')
    .fontSize(9)
    .fillColor(PALE)
    .text(plain(facts.join(' · ')))
  document.moveDown()
  const columns = columnsOf(document, shown)
  writeHeadings(document, columns, shown)
  let rows = 0
  for await (const item of items) {
    writeItem(document, columns, item, shown)
    rows += 1
    // Other calls go on between rows.
    if (rows % ROWS_IN_TURN === 0) await immediate()
  }
  if (rows === 0) document.font('regular').fontSize(9).fillColor(PALE).text(none)
}

interface Columns {
  readonly number: number
  readonly name: number
  readonly pages: number
  readonly size: number
  readonly date: number
  readonly right: number
}

/** Left edges in points. */
function columnsOf({ page }: Document, { hasNumbers }: Shown): Columns {
  const right = page.width - MARGIN
  const date = right - NARROW.date
  const size = date - NARROW.size
  return { number: MARGIN, name: MARGIN + (hasNumbers ? NUMBER_WIDTH : 0), pages: size - NARROW.pages, size, date, right }
}

function writeHeadings(document: Document, columns: Columns, { language, hasNumbers }: Shown): void {
  const words = WORDS[language].columns
  const { y } = document
  document.font('bold').fontSize(SIZE).fillColor(PALE)
  if (hasNumbers) document.text(words.number, columns.number, y)
  document.text(words.name, columns.name, y)
  document.text(words.pages, columns.pages, y, { width: NARROW.pages - 4, align: 'right' })
  document.text(WORDS[language].shortSize, columns.size, y, { width: NARROW.size - 4, align: 'right' })
  document.text(words.date, columns.date, y, { width: NARROW.date, align: 'right' })
  rule(document, columns, document.y + 2)
  document.y += 6
}

function rule(document: Document, { right }: Columns, y: number): void {
  document.moveTo(MARGIN, y).lineTo(right, y).lineWidth(0.5).strokeColor(LINE).stroke()
}

function writeItem(document: Document, columns: Columns, item: IndexedItem, shown: Shown): void {
  const { isFolder, number = '', depth, size, pages, storedAt } = item
  const left = columns.name + Math.min(depth - 1, INDENTS) * INDENT
  const width = columns.pages - left - 6
  const name = plain(item.name)
  document.font(isFolder ? 'bold' : 'regular').fontSize(SIZE)
  const height = document.heightOfString(name, { width })
  if (document.y + height > document.page.height - MARGIN) {
    document.addPage()
    writeHeadings(document, columns, shown)
    document.font(isFolder ? 'bold' : 'regular').fontSize(SIZE)
  }
  const { y } = document
  document.fillColor(INK).text(name, left, y, { width, link: addressOf(item, shown.publicUrl), underline: false })
  document.font('regular').fillColor(PALE)
  // A long number runs into no name: it is written smaller, on one line.
  if (shown.hasNumbers) document.fontSize(numberSize(document, number)).text(number, columns.number, y, { lineBreak: false })
  document.fontSize(SIZE)
  if (!isFolder) {
    document.text(String(pages ?? ''), columns.pages, y, { width: NARROW.pages - 4, align: 'right', lineBreak: false })
    document.text(formatSize(size), columns.size, y, { width: NARROW.size - 4, align: 'right', lineBreak: false })
    document.text(formatDay(storedAt, shown.zone), columns.date, y, { width: NARROW.date, align: 'right', lineBreak: false })
  }
  document.x = MARGIN
  document.y = y + height + ROW_GAP
}

function numberSize(document: Document, number: string): number {
  const width = document.fontSize(SIZE).widthOfString(number)
  return Math.max(4, Math.min(SIZE, (SIZE * (NUMBER_WIDTH - 4)) / Math.max(width, 1)))
}
