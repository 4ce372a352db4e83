import { randomInt } from 'node:crypto'
import { layoutWatermark, type Watermark, type WatermarkLayer, type WatermarkRun } from '../../../paper/watermark/layout.ts'
import { OUTLINE_SIZE } from './glyph-paths.ts'
import type { PdfRef } from './libpdf.ts'
import { opacityState } from './mark-states.ts'
import { pdfNumber } from './numbers.ts'
import { type PageBox, product, shownSize, type Transform, toUserSpace } from './page-box.ts'
import type { PdfDocument } from './pdf-document.ts'
import { randomName } from './random-name.ts'
import { type SimpleGlyph, simpleGlyphs } from './simple-glyphs.ts'

/** A part of a large mark: drawing orders whose state ends with them. */
export interface InlinePiece {
  /** From the piece to the user space of the page. */
  readonly transform: Transform
  readonly orders: string
}

/** What a step to the right at OUTLINE_SIZE becomes: to the right, and down. */
type Lean = readonly [along: number, across: number]

/** Of each tone there are so many opacities, a little apart. */
const SHADES = 3
/** By how much a colour, an opacity and the unit of the letters differ from piece to piece and from page to page: levels, and shares. */
const COLOR_JITTER = 9
const OPACITY_JITTER = 0.08
const UNIT_JITTER = 0.2
/** Width of the light rim of a letter, both sides together, at OUTLINE_SIZE. */
const RIM = 5
/** A line of a large mark is drawn in at most so many pieces. */
const MOST_PIECES = 3
/** Levels of a colour as PDF writes them. */
const LEVELS = Array.from({ length: 256 }, (_, level) => pdfNumber(Math.round((level / 255) * 1_000) / 1_000))
/** Each fills the letters and draws their rims; those with a small letter close the last polygon themselves. */
const PAINTERS = ['B', 'B*', 'b', 'b*'] as const

/**
 * The large marks of the pages of a document. They are written out on each page, in pieces that can stand anywhere among the page's own
 * orders, with numbers, colours and opacities that no other page has.
 */
export class InlineMarks {
  /** Graphics states that the pieces call by these names. */
  readonly states: readonly (readonly [name: string, state: PdfRef])[]
  readonly #mark: Watermark
  readonly #layouts = new Map<string, readonly WatermarkLayer[]>()
  readonly #glyphs = new Map<string, readonly SimpleGlyph[]>()
  readonly #names: Readonly<Record<WatermarkRun['tone'], readonly string[]>>

  constructor(document: PdfDocument, mark: Watermark) {
    this.#mark = mark
    const [, layer] = layoutWatermark({ width: 1, height: 1 }, mark)
    const stateOf = (tone: WatermarkRun['tone']) => {
      const factor = 1 + (randomInt(-1_000, 1_001) / 1_000) * OPACITY_JITTER
      const { onLight, onDark } = layer?.colors ?? {}
      return opacityState((onLight?.[tone].opacity ?? 0) * factor, (onDark?.[tone].opacity ?? 0) * factor)
    }
    const shadesOf = (tone: WatermarkRun['tone']) =>
      Array.from({ length: SHADES }, () => [randomName(), document.add(stateOf(tone))] as const)
    const [ink, seal] = [shadesOf('ink'), shadesOf('seal')]
    this.states = [...ink, ...seal]
    this.#names = { ink: ink.map(([name]) => name), seal: seal.map(([name]) => name) }
  }

  /** The large marks of one page of this shape, other numbers each time. */
  piecesFor(box: PageBox): InlinePiece[] {
    const unit = OUTLINE_SIZE * (1 + (randomInt(-1_000, 1_001) / 1_000) * UNIT_JITTER)
    return this.#layout(box).flatMap((layer) => {
      // The letters themselves lean: by its transform a mark is told apart from nothing that the page draws upright.
      const radians = (layer.angle * Math.PI) / 180
      const parts = this.#partsOf(layer, [(Math.cos(radians) * unit) / OUTLINE_SIZE, (Math.sin(radians) * unit) / OUTLINE_SIZE])
      const scale = layer.fontSize / unit
      return layer.tiles.flatMap(({ x, y }) => {
        const transform = product([scale, 0, 0, scale, x, y], toUserSpace(box))
        return parts.map(({ tone, path }) => ({ transform, orders: this.#painted(layer, tone, path, unit) }))
      })
    })
  }

  #layout(box: PageBox): readonly WatermarkLayer[] {
    const { width, height } = shownSize(box)
    const known = this.#layouts.get(`${width} ${height}`)
    if (known) return known
    const layers = layoutWatermark({ width, height }, this.#mark).filter(({ kind }) => kind === 'large')
    this.#layouts.set(`${width} ${height}`, layers)
    return layers
  }

  /** A line in pieces of one tone: the same bytes at each of its places, which pack well. */
  #partsOf({ runs }: WatermarkLayer, lean: Lean): { tone: WatermarkRun['tone']; path: string }[] {
    const key = runs.map(({ text }) => text).join('')
    const glyphs = this.#glyphs.get(key) ?? simpleGlyphs(runs)
    this.#glyphs.set(key, glyphs)
    const cuts = new Set(Array.from({ length: MOST_PIECES - 1 }, () => randomInt(glyphs.length + 1)))
    const parts: { tone: WatermarkRun['tone']; path: string }[] = []
    for (const [index, { tone, polygons }] of glyphs.entries()) {
      const last = parts.at(-1)
      const path = polygons.map((polygon) => polygonOrders(polygon, lean)).join('')
      if (!last || last.tone !== tone || cuts.has(index)) parts.push({ tone, path })
      else last.path += path
    }
    return parts.filter(({ path }) => path !== '')
  }

  #painted({ colors }: WatermarkLayer, tone: WatermarkRun['tone'], path: string, unit: number): string {
    const shades = this.#names[tone]
    const painter = PAINTERS[randomInt(PAINTERS.length)] ?? 'B'
    const [fill, rim] = [colorOf(colors.onLight[tone].rgb), colorOf(colors.onDark[tone].rgb)]
    const width = pdfNumber((RIM * unit) / OUTLINE_SIZE)
    const drawn = painter.startsWith('b') ? path.slice(0, path.lastIndexOf('h')) : path
    return `/${shades[randomInt(shades.length)]} gs ${fill} rg ${rim} RG ${width} w 1 j [] 0 d\n${drawn}${painter}\n`
  }
}

function colorOf(rgb: readonly number[]): string {
  const near = (level: number) => Math.min(255, Math.max(0, level + randomInt(-COLOR_JITTER, COLOR_JITTER + 1)))
  return rgb.map((level) => LEVELS[near(level)]).join(' ')
}

function polygonOrders(polygon: SimpleGlyph['polygons'][number], [along, across]: Lean): string {
  let orders = ''
  for (const [index, [x, y]] of polygon.entries())
    orders += `${Math.round(x * along - y * across)} ${Math.round(x * across + y * along)} ${index === 0 ? 'm' : 'l'}\n`
  return `${orders}h\n`
}
