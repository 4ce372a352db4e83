import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { Language } from '../../../contract/core/language.ts'
import { builtFont } from '../fonts/built-font.ts'

/** @throws Error without a reader */
export type AwaitDrain = () => Promise<void>

interface PdfReportOptions {
  readonly title: string
  readonly language: Language
  /** The value is in points. */
  readonly margin: number
}

export const INK = '#19202a'
export const PALE = '#656c76'
export const LINE = '#dee2e7'

/** The font lacks control characters. */
const CONTROLS = /[^\P{Cc}\n]/gu
export const plain = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/\t/g, '    ').replace(CONTROLS, '')

/** Pages are A4. `digits` have equal width. An error destroys the stream. */
export function pdfReport(
  { title, language, margin }: PdfReportOptions,
  write: (document: PDFKit.PDFDocument, drained: AwaitDrain) => Promise<void>,
): Readable {
  const document = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: false,
    lang: language,
    info: { Title: title },
  })
  document.registerFont('regular', builtFont('NotoSansKR-Regular'))
  document.registerFont('bold', builtFont('NotoSansKR-Bold'))
  document.registerFont('digits', builtFont('Cousine-Regular'))
  const body = new PassThrough()
  document.pipe(body)
  const drained = async (): Promise<void> => {
    await immediate()
    while (body.writableNeedDrain && !body.destroyed)
      await Promise.race([once(body, 'drain'), once(body, 'close')])
    if (body.destroyed) throw new Error('the reader of a PDF is gone')
  }
  write(document, drained).then(
    () => document.end(),
    (error: unknown) => body.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return body
}
