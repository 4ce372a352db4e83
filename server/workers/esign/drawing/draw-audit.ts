import type { AuditFacts, AuditLine, AuditPerson } from '../protocol.ts'
import { BOLD, DrawingBoard } from './drawing-board.ts'

export const AUDIT_PAGE = { width: 595, height: 842 } as const
const MARGIN = 48
const WIDTH = AUDIT_PAGE.width - 2 * MARGIN
const BOTTOM = AUDIT_PAGE.height - MARGIN - 16
const LABEL_WIDTH = 150
const GAP = 10
const INK = '#19202a'
const PALE = '#656c76'
const LINE = '#dee2e7'
const SEAL = '#c52d23'
/** Values are in points. */
export const AUDIT_IMAGE = { w: 140, h: 56 } as const
const LONGEST = 1_500

export interface Statement {
  readonly title: string
  readonly parts: readonly {
    readonly heading: readonly [ko: string, en: string] | undefined
    readonly lines: readonly AuditLine[]
  }[]
  readonly notes: AuditFacts['notes']
}

export async function drawStatement(statement: Statement): Promise<Buffer> {
  const board = new DrawingBoard(new Map())
  new AuditPages(board).state(statement)
  return board.finish()
}

export function drawAudit(board: DrawingBoard, facts: AuditFacts): number {
  return new AuditPages(board).draw(facts)
}

class AuditPages {
  readonly #board: DrawingBoard
  #y = 0
  #count = 0

  constructor(board: DrawingBoard) {
    this.#board = board
  }

  draw({ document, people, events, notes }: AuditFacts): number {
    this.#newPage()
    this.#write('서명 이력 · Audit trail', { size: 18, font: BOLD, after: 12 })
    for (const line of document) this.#line(line)
    if (people.length > 0) this.#heading('관련된 사람', 'People')
    for (const person of people) this.#person(person)
    this.#heading('진행 이력', 'Events')
    for (const event of events) this.#line(event)
    this.#notes(notes)
    return this.#count
  }

  state({ title, parts, notes }: Statement): void {
    this.#newPage()
    this.#write(title, { size: 18, font: BOLD, after: 12 })
    for (const { heading, lines } of parts) {
      if (heading) this.#heading(...heading)
      for (const line of lines) this.#line(line)
    }
    this.#notes(notes)
  }

  #notes(notes: AuditFacts['notes']): void {
    this.#heading('안내', 'Notes')
    for (const { ko, en } of notes) {
      this.#write(ko, { size: 9, after: 2 })
      this.#write(en, { size: 8, color: PALE, after: 6 })
    }
  }

  #newPage(): void {
    this.#board.addPage(AUDIT_PAGE)
    this.#count += 1
    const foot = { x: MARGIN, y: AUDIT_PAGE.height - MARGIN, w: WIDTH, h: 12 }
    this.#board.pdf.rect(MARGIN, MARGIN - 14, 24, 3).fill(SEAL)
    this.#board.text(`Sealroom · ${this.#count}`, foot, { size: 8, color: PALE })
    this.#y = MARGIN
  }

  #room(height: number): void {
    if (this.#y + height > BOTTOM) this.#newPage()
  }

  #heading(ko: string, en: string): void {
    this.#room(60)
    this.#y += 12
    this.#write(`${ko} · ${en}`, { size: 12, font: BOLD, after: 4 })
  }

  #write(
    text: string,
    {
      size,
      after,
      color = INK,
      font,
    }: {
      readonly size: number
      readonly after: number
      readonly color?: string
      readonly font?: string
    },
  ): void {
    const look = font ? { size, font } : { size }
    const height = this.#board.heightOf(text, WIDTH, look)
    this.#room(height)
    this.#board.text(text, { x: MARGIN, y: this.#y, w: WIDTH, h: height }, { ...look, color })
    this.#y += height + after
  }

  #line({ ko, en, value }: AuditLine): void {
    const shown = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
    const [valueWidth, label] = [WIDTH - LABEL_WIDTH - GAP, LABEL_WIDTH]
    const [first, second] = [
      this.#board.heightOf(ko, label, { size: 9 }),
      this.#board.heightOf(en, label, { size: 7.5 }),
    ]
    const height = Math.max(first + second, this.#board.heightOf(shown, valueWidth, { size: 9 }))
    this.#room(height + 8)
    this.#rule()
    this.#board.text(ko, { x: MARGIN, y: this.#y, w: label, h: first }, { size: 9, color: INK })
    this.#board.text(
      en,
      { x: MARGIN, y: this.#y + first, w: label, h: second },
      { size: 7.5, color: PALE },
    )
    this.#board.text(
      shown,
      { x: MARGIN + label + GAP, y: this.#y, w: valueWidth, h: height },
      { size: 9, color: INK },
    )
    this.#y += height + 4
  }

  #person({ name, email, lines, images }: AuditPerson): void {
    this.#room(90)
    this.#y += 4
    this.#write(name, { size: 10.5, font: BOLD, after: 0 })
    this.#write(email, { size: 9, color: PALE, after: 4 })
    for (const line of lines) this.#line(line)
    if (images.length > 0) this.#images(images)
  }

  #images(images: readonly number[]): void {
    const across = Math.floor(WIDTH / (AUDIT_IMAGE.w + GAP))
    for (const [index, image] of images.entries()) {
      const column = index % across
      if (column === 0) this.#room(AUDIT_IMAGE.h + 8)
      const rect = { x: MARGIN + column * (AUDIT_IMAGE.w + GAP), y: this.#y, ...AUDIT_IMAGE }
      this.#board.pdf.rect(rect.x, rect.y, rect.w, rect.h).lineWidth(0.5).stroke(LINE)
      this.#board.image(image, { x: rect.x + 4, y: rect.y + 4, w: rect.w - 8, h: rect.h - 8 })
      if (column === across - 1 || index === images.length - 1) this.#y += AUDIT_IMAGE.h + 8
    }
  }

  #rule(): void {
    this.#board.pdf
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + WIDTH, this.#y)
      .lineWidth(0.5)
      .stroke(LINE)
    this.#y += 4
  }
}
