import { createRequire } from 'node:module'
import type Pdfkit from 'pdfkit'
import { type BuiltFont, builtFont } from '../../../platform/fonts/built-font.ts'
import { hasLeftward, inWrittenOrder, mirrored, runsLeftward } from './written-order.ts'

export interface WrittenText {
  readonly words: string
  readonly width: number
  readonly height: number
  /** A size of 0 is derived from the box. */
  readonly fontSize: number
  readonly colors: {
    readonly text: Color
    readonly ground: Color | undefined
    readonly border: Color | undefined
  }
  readonly borderWidth: number
  readonly hasLines: boolean
  readonly align: 'left' | 'center' | 'right'
}

/** Channels range from 0 to 255. */
export type Color = readonly [number, number, number]

/** All fonts have Windows code page 1252. */
const EVERYWHERE = /^[\s\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|\s|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu

const FONTS = {
  latin: 'Arimo-Regular',
  korean: 'NotoSansKR-Regular',
  japanese: 'NotoSansJP-Regular',
  chinese: 'NotoSansHans-Regular',
  arabic: 'DejaVuSans',
  hebrew: 'Arimo-Regular',
} as const satisfies Record<string, BuiltFont>
type Script = keyof typeof FONTS

/** The ranges include digits and signs without script. */
const ARABIC = /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefe]/u

/** It is in font sizes. */
const LINE = 1.25
const USUAL_SIZE = 12
const LEAST_SIZE = 4
const MARGIN = 2
/** It is font sizes above the baseline. */
const ASCENT = 0.8

export const needsFonts = (words: string): boolean => !EVERYWHERE.test(words)

export function writtenTexts(texts: readonly WrittenText[]): Buffer {
  const PdfDocument = pdfkit()
  const pdf = new PdfDocument({ autoFirstPage: false, font: '' })
  const writing = new Writing(pdf)
  for (const text of texts) writing.page(text)
  pdf.end()
  const pieces: Buffer[] = []
  for (let piece: Buffer | null = pdf.read(); piece !== null; piece = pdf.read()) pieces.push(piece)
  return Buffer.concat(pieces)
}

const pdfkit = (): typeof Pdfkit => createRequire(import.meta.url)('pdfkit')

interface FontRun {
  readonly font: Script
  readonly text: string
}

class Writing {
  readonly #pdf: PDFKit.PDFDocument
  readonly #known = new Set<Script>()

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
  }

  page(text: WrittenText): void {
    const { width, height, colors, borderWidth } = text
    this.#pdf.addPage({ size: [width, height], margin: 0 })
    this.#makeForm(width, height)
    if (colors.ground) this.#pdf.rect(0, 0, width, height).fill([...colors.ground])
    if (colors.border && borderWidth > 0) {
      const inset = borderWidth / 2
      this.#pdf
        .lineWidth(borderWidth)
        .rect(inset, inset, width - borderWidth, height - borderWidth)
        .stroke([...colors.border])
    }
    this.#pdf
      .rect(0, 0, width, height)
      .clip()
      .fillColor([...colors.text])
    const inside = Math.max(1, width - 2 * (MARGIN + borderWidth))
    const { size, lines } = this.#fitted(text, inside)
    const leftward = runsLeftward(text.words)
    const top = text.hasLines ? MARGIN + borderWidth : (height - size * LINE) / 2
    for (const [index, line] of lines.entries()) {
      const spare = inside - this.#width(line, size)
      const shift = { left: 0, center: spare / 2, right: spare }[text.align]
      const place = [
        MARGIN + borderWidth + Math.max(0, shift),
        top + index * size * LINE + size * ASCENT,
      ] as const
      this.#line(runsOf(line, leftward), size, place)
    }
  }

  /** PDFium (2.15.1) names page resources EPDFWRAP in an appearance, losing others. */
  #makeForm(width: number, height: number): void {
    const { content, dictionary } = this.#pdf.page
    const Resources: unknown = Reflect.get(dictionary.data, 'Resources')
    Object.assign(content.data, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Resources,
    })
    const call = this.#pdf.ref({})
    call.end('/EPDFWRAP Do')
    Object.assign(dictionary.data, {
      Contents: call,
      Resources: { XObject: { EPDFWRAP: content } },
    })
  }

  #fitted(
    { words, fontSize, height, hasLines }: WrittenText,
    inside: number,
  ): { size: number; lines: readonly string[] } {
    const given = words.split(/\r\n|[\r\n]/)
    const linesAt = (size: number) =>
      hasLines ? given.flatMap((line) => this.#broken(line, size, inside)) : [given.join(' ')]
    if (fontSize > 0) return { size: fontSize, lines: linesAt(fontSize) }
    let size = hasLines ? USUAL_SIZE : Math.min(USUAL_SIZE, height / LINE)
    const fits = (lines: readonly string[]) =>
      lines.length * size * LINE <= height &&
      lines.every((line) => this.#width(line, size) <= inside)
    while (size > LEAST_SIZE && !fits(linesAt(size))) size -= 0.5
    return { size, lines: linesAt(size) }
  }

  #broken(line: string, size: number, inside: number): string[] {
    const lines: string[] = []
    let current = ''
    for (const [piece] of line.matchAll(PIECES)) {
      if (current !== '' && this.#width(current + piece, size) > inside) {
        lines.push(current.trimEnd())
        current = piece.trimStart()
      } else current += piece
    }
    return [...lines, current]
  }

  #width(line: string, size: number): number {
    return runsOf(line).reduce(
      (sum, { font, text }) => sum + this.#font(font).fontSize(size).widthOfString(text),
      0,
    )
  }

  #line(runs: readonly FontRun[], size: number, [left, baseline]: readonly [number, number]): void {
    let x = left
    for (const { font, text } of runs) {
      this.#font(font)
        .fontSize(size)
        .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
      x += this.#pdf.widthOfString(text)
    }
  }

  #font(script: Script): PDFKit.PDFDocument {
    if (!this.#known.has(script)) this.#pdf.registerFont(script, builtFont(FONTS[script]))
    this.#known.add(script)
    return this.#pdf.font(script)
  }
}

function runsOf(line: string, leftward = false): FontRun[] {
  if (!hasLeftward(line)) return runsByFont(line)
  return inWrittenOrder(line, leftward).flatMap(({ text, isLeftward }) =>
    isLeftward ? leftwardRuns(text) : runsByFont(text),
  )
}

/** Fonts join and reverse a word's letters. */
const leftwardRuns = (text: string): FontRun[] =>
  text
    .split(/(\s+)/)
    .filter((word) => word !== '')
    .reverse()
    .map((word) => ({
      font: ARABIC.test(word) ? 'arabic' : 'hebrew',
      text: hasLeftward(word) ? mirrored(word) : [...mirrored(word)].reverse().join(''),
    }))

function runsByFont(line: string): FontRun[] {
  const han = /\p{Script=Hangul}/u.test(line)
    ? 'korean'
    : /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line)
      ? 'japanese'
      : 'chinese'
  const runs: FontRun[] = []
  for (const letter of line) {
    const font = /[\s\p{M}]/u.test(letter) ? (runs.at(-1)?.font ?? 'latin') : scriptOf(letter, han)
    const last = runs.at(-1)
    if (last?.font === font) runs.splice(-1, 1, { font, text: last.text + letter })
    else runs.push({ font, text: letter })
  }
  return runs
}

function scriptOf(letter: string, han: Script): Script {
  if (/\p{Script=Han}/u.test(letter)) return han
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter)) return 'japanese'
  if (ARABIC.test(letter)) return 'arabic'
  if (/\p{Script=Hebrew}/u.test(letter)) return 'hebrew'
  return /\p{Script=Hangul}/u.test(letter) || letter >= '\u2100' ? 'korean' : 'latin'
}
