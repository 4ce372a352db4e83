import type { Readable } from 'node:stream'
import type { Language } from '../../../../contract/core/errors.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import {
  type AwaitDrain,
  INK,
  LINE,
  PALE,
  pdfReport,
  plain,
} from '../../../platform/pdf/pdf-report.ts'
import { WORDS } from './exchange-words.ts'
import type { ExportedThread } from './exported-threads.ts'

interface ThreadsReport {
  readonly language: Language
  readonly zone: string
  readonly title: string
  readonly at: Date
}

const MARGIN = 48
export const threadsPdf = (
  threads: AsyncIterable<ExportedThread>,
  report: ThreadsReport,
): Readable =>
  pdfReport(
    { title: report.title, language: report.language, margin: MARGIN },
    (document, drained) => write(document, threads, report, drained),
  )

async function write(
  document: PDFKit.PDFDocument,
  threads: AsyncIterable<ExportedThread>,
  { title, language, zone, at }: ThreadsReport,
  drained: AwaitDrain,
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
    await drained()
  }
}

/** No heading ends a page. */
const ROOM_OF_HEAD = 90

function writeThread(
  document: PDFKit.PDFDocument,
  { row, createdAt, questions, answers, links }: ExportedThread,
  { language, zone }: Pick<ThreadsReport, 'language' | 'zone'>,
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
  const state =
    row.type === 'REQUEST' && row.state === 'ANSWERED' ? words.provided : words.states[row.state]
  const facts = [
    row.number,
    words.types[row.type],
    state,
    row.group?.name,
    row.topic?.name,
    row.due,
    formatMinute(createdAt, zone),
  ]
  document
    .font('regular')
    .fontSize(9)
    .fillColor(PALE)
    .text(
      plain(facts.filter((fact) => fact !== undefined && fact !== null && fact !== '').join(' · ')),
    )
  document.font('bold').fontSize(12).fillColor(INK).text(plain(row.title))
  for (const text of questions)
    document.moveDown(0.3).font('regular').fontSize(10).fillColor(INK).text(plain(text))
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
