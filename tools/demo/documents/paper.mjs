import { PDFDocument } from '@napi-rs/canvas'
import { regular, shorten } from './text-measure.mjs'

const A4 = { short: 595, long: 842 }
const MARGIN = { side: 62, top: 78, bottom: 70 }
const FOOTNOTE = '시연용 가상 문서 · Fictitious document for demonstration'

export const INK = {
  text: '#1c2230',
  soft: '#5a6272',
  line: '#aab1bd',
  faint: '#eef1f5',
  accent: '#1f3f6e',
  seal: '#c4302b',
}

/** A block is `{height, draw(context, x, y)}` in points. `keep` never ends a page; `head` repeats on new ones. */
export class Paper {
  #pages = []
  #y = 0
  #bottom
  #options

  constructor({ title, author, header = title, landscape = false }) {
    this.#options = { title, author, header, landscape }
    this.pageWidth = landscape ? A4.long : A4.short
    this.pageHeight = landscape ? A4.short : A4.long
    this.width = this.pageWidth - 2 * MARGIN.side
    this.#bottom = this.pageHeight - MARGIN.bottom
  }

  get pageCount() {
    return this.#pages.length
  }

  /** `draw` takes `(context, page)`. */
  sheet(draw) {
    this.#pages.push({ sheet: draw, placed: [] })
    this.#y = Number.POSITIVE_INFINITY
  }

  turn() {
    this.#pages.push({ placed: [] })
    this.#y = MARGIN.top
  }

  #place(block) {
    this.#pages.at(-1).placed.push({ block, y: this.#y })
    this.#y += block.height
  }

  add(blocks) {
    if (this.#pages.length === 0) this.turn()
    for (const [index, block] of blocks.entries()) {
      const needed = block.height + (block.keep ? (blocks[index + 1]?.height ?? 0) : 0)
      if (this.#y + needed > this.#bottom) {
        this.turn()
        if (block.head) this.#place(block.head)
      }
      this.#place(block)
    }
  }

  fill(pages, next, closing = []) {
    const reserved = closing.reduce((sum, { height }) => sum + height, 0)
    const last = this.#bottom - reserved
    for (;;) {
      const blocks = next()
      const height = blocks.reduce((sum, block) => sum + block.height, 0)
      const isLast = this.#pages.length >= pages
      if (isLast && this.#y + height > last) break
      if (
        this.#pages.length === pages - 1 &&
        this.#y + height > this.#bottom &&
        MARGIN.top + height > last
      )
        break
      this.add(blocks)
    }
    while (this.#pages.length < pages) this.turn()
    this.add(closing)
  }

  close() {
    const { title, author, header } = this.#options
    const pdf = new PDFDocument({ title, author, creator: 'Sealroom demo', compressionLevel: 6 })
    const cover = this.#pages[0]?.sheet ? 1 : 0
    for (const [index, { sheet, placed }] of this.#pages.entries()) {
      const context = pdf.beginPage(this.pageWidth, this.pageHeight)
      context.textBaseline = 'alphabetic'
      if (sheet) sheet(context, { width: this.pageWidth, height: this.pageHeight })
      else this.#frame(context, header, `${index + 1 - cover} / ${this.#pages.length - cover}`)
      for (const { block, y } of placed) block.draw(context, MARGIN.side, y)
      write(context, FOOTNOTE, {
        x: this.pageWidth / 2,
        y: this.pageHeight - 24,
        font: regular(7),
        color: INK.line,
        align: 'center',
      })
      pdf.endPage()
    }
    return pdf.close()
  }

  #frame(context, header, number) {
    const right = this.pageWidth - MARGIN.side
    write(context, shorten(header, regular(8), this.width - 110), {
      x: MARGIN.side,
      y: 44,
      font: regular(8),
      color: INK.soft,
    })
    write(context, '대외비 CONFIDENTIAL', {
      x: right,
      y: 44,
      font: regular(8),
      color: INK.soft,
      align: 'right',
    })
    rule(context, MARGIN.side, 52, right)
    write(context, number, {
      x: this.pageWidth / 2,
      y: this.pageHeight - 40,
      font: regular(9),
      color: INK.soft,
      align: 'center',
    })
  }
}

export function write(context, text, { x, y, font, color = INK.text, align = 'left' }) {
  context.font = font
  context.fillStyle = color
  context.textAlign = align
  context.fillText(text, x, y)
}

export function rule(context, from, y, to, { color = INK.line, thickness = 0.6 } = {}) {
  context.fillStyle = color
  context.fillRect(from, y, to - from, thickness)
}
