import { randomInt } from 'node:crypto'
import {
  layoutWatermark,
  type Watermark,
  type WatermarkLayer,
  type WatermarkRun,
} from '../../../../paper/watermark/layout.ts'
import { OUTLINE_SIZE } from '../content/glyph-paths.ts'
import { type SimpleGlyph, simpleGlyphs } from '../content/simple-glyphs.ts'
import { PdfDict, PdfName, PdfNumber, type PdfRef } from '../libpdf.ts'
import { type PageBox, product, shownSize, type Transform, toUserSpace } from '../page-box.ts'
import type { PdfDocument } from '../pdf-document.ts'
import { pdfNumber } from './numbers.ts'
import { randomName } from './random-name.ts'

export interface InlinePiece {
  readonly transform: Transform
  readonly orders: string
}

type Lean = readonly [along: number, across: number]

const SHADES = 3
const COLOR_JITTER = 9
const OPACITY_JITTER = 0.08
const UNIT_JITTER = 0.2
/** The width counts both sides, at OUTLINE_SIZE. */
const RIM = 5
const MOST_PIECES = 3
const LEVELS = Array.from({ length: 256 }, (_, level) =>
  pdfNumber(Math.round((level / 255) * 1_000) / 1_000),
)
/** Lowercase operators close the last polygon. */
const PAINTERS = ['B', 'B*', 'b', 'b*'] as const

/** Resets everything that could hide the mark. */
function opacityState(fill: number, rim: number): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('ExtGState'),
    ca: PdfNumber.of(Math.round(fill * 1_000) / 1_000),
    CA: PdfNumber.of(Math.round(rim * 1_000) / 1_000),
    BM: PdfName.of('Normal'),
    SMask: PdfName.of('None'),
  })
}

/** Numbers, colors and opacities are unique to each page. */
export class InlineMarks {
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
      return opacityState(
        (onLight?.[tone].opacity ?? 0) * factor,
        (onDark?.[tone].opacity ?? 0) * factor,
      )
    }
    const shadesOf = (tone: WatermarkRun['tone']) =>
      Array.from({ length: SHADES }, () => [randomName(), document.add(stateOf(tone))] as const)
    const [ink, accent] = [shadesOf('ink'), shadesOf('accent')]
    this.states = [...ink, ...accent]
    this.#names = { ink: ink.map(([name]) => name), accent: accent.map(([name]) => name) }
  }

  piecesFor(box: PageBox): InlinePiece[] {
    const unit = OUTLINE_SIZE * (1 + (randomInt(-1_000, 1_001) / 1_000) * UNIT_JITTER)
    return this.#layout(box).flatMap((layer) => {
      // Slanted letters make the transform look upright.
      const radians = (layer.angle * Math.PI) / 180
      const parts = this.#partsOf(layer, [
        (Math.cos(radians) * unit) / OUTLINE_SIZE,
        (Math.sin(radians) * unit) / OUTLINE_SIZE,
      ])
      const scale = layer.fontSize / unit
      return layer.places.flatMap(({ x, y }) => {
        const transform = product([scale, 0, 0, scale, x, y], toUserSpace(box))
        return parts.map(({ tone, path }) => ({
          transform,
          orders: this.#painted(layer, tone, path, unit),
        }))
      })
    })
  }

  #layout(box: PageBox): readonly WatermarkLayer[] {
    const { width, height } = shownSize(box)
    const known = this.#layouts.get(`${width} ${height}`)
    if (known) return known
    const layers = layoutWatermark({ width, height }, this.#mark).filter(
      ({ kind }) => kind === 'large',
    )
    this.#layouts.set(`${width} ${height}`, layers)
    return layers
  }

  #partsOf({ runs }: WatermarkLayer, lean: Lean): { tone: WatermarkRun['tone']; path: string }[] {
    const key = runs.map(({ text }) => text).join('')
    const glyphs = this.#glyphs.get(key) ?? simpleGlyphs(runs)
    this.#glyphs.set(key, glyphs)
    const cuts = new Set(
      Array.from({ length: MOST_PIECES - 1 }, () => randomInt(glyphs.length + 1)),
    )
    const parts: { tone: WatermarkRun['tone']; path: string }[] = []
    for (const [index, { tone, polygons }] of glyphs.entries()) {
      const last = parts.at(-1)
      const path = polygons.map((polygon) => polygonOrders(polygon, lean)).join('')
      if (!last || last.tone !== tone || cuts.has(index)) parts.push({ tone, path })
      else last.path += path
    }
    return parts.filter(({ path }) => path !== '')
  }

  #painted(
    { colors }: WatermarkLayer,
    tone: WatermarkRun['tone'],
    path: string,
    unit: number,
  ): string {
    const shades = this.#names[tone]
    const painter = PAINTERS[randomInt(PAINTERS.length)] ?? 'B'
    const [fill, rim] = [colorOf(colors.onLight[tone].rgb), colorOf(colors.onDark[tone].rgb)]
    const width = pdfNumber((RIM * unit) / OUTLINE_SIZE)
    const drawn = painter.startsWith('b') ? path.slice(0, path.lastIndexOf('h')) : path
    return `/${shades[randomInt(shades.length)]} gs ${fill} rg ${rim} RG ${width} w 1 j [] 0 d\n${drawn}${painter}\n`
  }
}

function colorOf(rgb: readonly number[]): string {
  const near = (level: number) =>
    Math.min(255, Math.max(0, level + randomInt(-COLOR_JITTER, COLOR_JITTER + 1)))
  return rgb.map((level) => LEVELS[near(level)]).join(' ')
}

function polygonOrders(polygon: SimpleGlyph['polygons'][number], [along, across]: Lean): string {
  let orders = ''
  for (const [index, [x, y]] of polygon.entries())
    orders += `${Math.round(x * along - y * across)} ${Math.round(x * across + y * along)} ${index === 0 ? 'm' : 'l'}\n`
  return `${orders}h\n`
}
