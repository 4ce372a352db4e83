import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { Language } from '../../../../contract/core/errors.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import { builtFont } from '../../../platform/fonts/built-font.ts'
import { WORDS } from './exchange-words.ts'
import type { ExportedThread } from './exported-threads.ts'

interface Report {
  readonly language: Language
  readonly zone: string
  /** Name of the room. */
  readonly title: string
  readonly at: Date
}

const MARGIN = 48
const INK = '#19202a'
const PALE = '#656c76'
const LINE = '#dee2e7'

/** The font has no glyphs for control characters. */
const CONTROLS = /[^\P{Cc}\n]/gu

/** Pages are written as they are full. An error destroys the stream. */
export function threadsPdf(threads: AsyncIterable<ExportedThread>, report: Report): Readable {
  const document = new PDFDocument({ size: 'A4', margin: MARGIN, bufferPages: false, lang: report.language, info: { Title: report.title } })
  document.registerFont('regular', builtFont('NotoSansKR-Regular'))
  document.registerFont('bold', builtFont('NotoSansKR-Bold'))
  const body = new PassThrough()
  document.pipe(body)
  write(document, threads, report).then(
    () => document.end(),
    (error: unknown) => body.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return body
}

async function write(
  document: PDFKit.PDFDocument,
  threads: AsyncIterable<ExportedThread>,
  { title, language, zone, at }: Report,
): Promise<void> {
  const words = WORDS[language]
  document.font('bold').fontSize(16).fillColor(INK).text(plain(title))
  document
    .font('regular')
    .fontSize(9)
    .fillColor(PALE)
    .text(`${words.title} · ${formatMinute(at, zone)}`)
  document.moveDown()
  for await (const thread of threads) {
    writeThread(document, thread, { language, zone })
    // Other calls go on between threads.
    await immediate()
  }
}

const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/\t/g, '    ').replace(CONTROLS, '')

/** A heading does not stand alone at the foot of a page. */
const ROOM_OF_HEAD = 90

function writeThread(
  document: PDFKit.PDFDocument,
  { row, createdAt, questions, answers, links }: ExportedThread,
  { language, zone }: Pick<Report, 'language' | 'zone'>,
): void {
  const words = WORDS[language]
  if (document.y > document.page.height - MARGIN - ROOM_OF_HEAD) document.addPage()
  const { left, right } = document.page.margins
  document
    .moveTo(left, document.y)
    .lineTo(document.page.width - right, document.y)
    .strokeColor(LINE)
    .stroke()
  document.moveDown(0.5)
  const state = row.type === 'REQUEST' && row.state === 'ANSWERED' ? words.provided : words.states[row.state]
  const facts = [row.number, words.types[row.type], state, row.group?.name, row.topic?.name, row.due, formatMinute(createdAt, zone)]
  document
    .font('regular')
    .fontSize(9)
    .fillColor(PALE)
    .text(plain(facts.filter((fact) => fact !== undefined && fact !== null && fact !== '').join(' · ')))
  document.font('bold').fontSize(12).fillColor(INK).text(plain(row.title))
  for (const text of questions) document.moveDown(0.3).font('regular').fontSize(10).fillColor(INK).text(plain(text))
  for (const text of answers) {
    document.moveDown(0.5).font('bold').fontSize(10).text(words.columns.answer)
    document.font('regular').text(plain(text))
  }
  if (links.length > 0)
    document
      .moveDown(0.3)
      .fontSize(9)
      .fillColor(PALE)
      .text(plain(links.join('\n')))
  document.moveDown()
}
