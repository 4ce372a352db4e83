import { randomInt } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { layoutWatermark, type Watermark, type WatermarkColors, type WatermarkLayer } from '../../../paper/watermark/layout.ts'
import { markFont, markWidths } from '../render/mark-font.ts'
import { PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream } from './libpdf.ts'
import { pdfNumber } from './numbers.ts'
import { type PageBox, shownSize, type Transform, toUserSpace } from './page-box.ts'
import type { PdfDocument } from './pdf-document.ts'
import { arrayOf } from './prune.ts'
import { randomName } from './random-name.ts'

/** The lines of a page are dealt out to so many drawings. */
const PARTS = 3
/** Of each drawing there are so many, as long as there are as many pages. */
const VARIANTS = 4
/** Pixels for each height of letters, at least, and how many more a variant may have. */
const LEAST_PIXELS = 27
const MORE_PIXELS = 3
/** Shades of a letter's edge. */
const SHADES = 16
/** How far the light letters lie behind the dark ones, in heights of letters: on grey ground either shows beside the other. */
const ASIDE = 0.05

/**
 * The fine lines of the mark as drawings that a document holds once for each size and turn of its pages. Each page draws all lines, but picks
 * the drawings among variants that are nowhere the same, so that no single object has the mark of all pages in it. They are images, since
 * the large marks are not: what takes out the ones leaves the others.
 */
export class MarkForms {
  readonly #document: PdfDocument
  readonly #mark: Watermark
  readonly #variants: number
  readonly #forms = new Map<string, readonly PdfRef[]>()
  readonly #lines: PdfRef[] = []

  constructor(document: PdfDocument, mark: Watermark) {
    this.#document = document
    this.#mark = mark
    this.#variants = Math.min(VARIANTS, document.pages.length)
  }

  /** The drawings for pages of this shape, in their user space, upright as they are shown, over what is seen of them. */
  formsFor(box: PageBox): readonly PdfRef[] {
    const key = `${box.seen.join(' ')} ${box.turn}`
    const known = this.#forms.get(key)
    if (known) return known
    const [layer] = layoutWatermark(shownSize(box), this.#mark)
    if (!layer) return []
    if (this.#lines.length === 0)
      for (let variant = 0; variant < this.#variants; variant += 1) this.#lines.push(this.#document.add(lineForm(this.#document, layer)))
    const forms = Array.from({ length: PARTS }, (_, part) => {
      const tiles = layer.tiles.filter((_tile, index) => index % PARTS === part)
      return this.#lines.map((line) => this.#document.add(pageForm(box, { ...layer, tiles }, line)))
    }).flat()
    this.#forms.set(key, forms)
    return forms
  }

  /** Which of the drawings one page draws: all lines once. */
  pick(): number[] {
    return Array.from({ length: PARTS }, (_, part) => part * this.#variants + randomInt(this.#variants))
  }
}

function pageForm(box: PageBox, { fontSize, angle, tiles }: WatermarkLayer, line: PdfRef): PdfStream {
  const name = randomName()
  const radians = (angle * Math.PI) / 180
  const [along, across] = [fontSize * Math.cos(radians), fontSize * Math.sin(radians)]
  const lines = tiles.map(({ x, y }) => `q ${matrix([along, across, -across, along, x, y])} cm /${name} Do Q`)
  const content = [`${matrix(toUserSpace(box))} cm`, ...lines].join('\n')
  return form(box.seen, PdfDict.of({ XObject: PdfDict.of({ [name]: line }) }), content)
}

const matrix = (transform: Transform): string => transform.map(pdfNumber).join(' ')

/**
 * A line, of letters of the height 1: light ones, and dark ones upon them. On light ground the dark ones are seen, on dark the light ones; a
 * blend mode would vanish on grey.
 */
function lineForm(document: PdfDocument, layer: WatermarkLayer): PdfStream {
  const pixels = LEAST_PIXELS + randomInt(MORE_PIXELS)
  const { width, height, shades, sealFrom } = lineShades(layer, pixels)
  const mask = document.add(image({ width, height, colors: 'DeviceGray', bytes: shades }))
  const imageOf = (ground: keyof WatermarkColors): PdfRef => {
    const row = Array.from({ length: width }, (_, x) => layer.colors[ground][x < sealFrom ? 'ink' : 'seal'].rgb).flat()
    return document.add(image({ width, height: 1, colors: 'DeviceRGB', bytes: Uint8Array.from(row), mask }))
  }
  const [wide, high] = [width / pixels, height / pixels]
  const [light, dark] = [randomName(), randomName()]
  const drawn = [
    `q ${matrix([wide, 0, 0, -high, ASIDE - wide / 2, ASIDE + high / 2])} cm /${light} Do Q`,
    `q ${matrix([wide, 0, 0, -high, -wide / 2, high / 2])} cm /${dark} Do Q`,
  ]
  const images = PdfDict.of({ [light]: imageOf('onDark'), [dark]: imageOf('onLight') })
  return form([-wide, -high, wide, high], PdfDict.of({ XObject: images }), drawn.join('\n'))
}

/** How much of each pixel of a line its letters cover, by their tone; and where the seal begins. */
function lineShades({ runs, colors }: WatermarkLayer, pixels: number) {
  const widths = markWidths(runs, pixels)
  const length = widths.reduce((sum, one) => sum + one, 0)
  const [width, height] = [Math.ceil(length) + 2, Math.ceil(1.5 * pixels)]
  const context = createCanvas(width, height).getContext('2d')
  context.font = markFont(pixels)
  context.textBaseline = 'middle'
  let x = (width - length) / 2
  let sealFrom = width
  for (const [index, { text, tone }] of runs.entries()) {
    if (tone === 'seal') sealFrom = Math.floor(x)
    context.globalAlpha = colors.onLight[tone].opacity
    // Not two variants have the same pixels.
    context.fillText(text, x + randomInt(1_000) / 2_000, (height + randomInt(1_000) / 1_000) / 2)
    x += widths[index] ?? 0
  }
  const { data } = context.getImageData(0, 0, width, height)
  const most = Math.max(colors.onLight.ink.opacity, colors.onLight.seal.opacity) * 255
  const step = most / SHADES
  return {
    width,
    height,
    sealFrom,
    shades: Uint8Array.from({ length: width * height }, (_, pixel) => Math.round(Math.round((data[4 * pixel + 3] ?? 0) / step) * step)),
  }
}

interface Raster {
  readonly width: number
  readonly height: number
  readonly colors: 'DeviceGray' | 'DeviceRGB'
  readonly bytes: Uint8Array
  readonly mask?: PdfRef
}

function image({ width, height, colors, bytes, mask }: Raster): PdfStream {
  const entries = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Image'),
    Width: PdfNumber.of(width),
    Height: PdfNumber.of(height),
    ColorSpace: PdfName.of(colors),
    BitsPerComponent: PdfNumber.of(8),
    Filter: PdfName.of('FlateDecode'),
    ...(mask ? { SMask: mask } : {}),
  })
  return new PdfStream(entries, deflateSync(bytes))
}

function form(box: readonly number[], resources: PdfDict, content: string): PdfStream {
  return new PdfStream(
    PdfDict.of({
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: arrayOf(box.map((value) => PdfNumber.of(value))),
      Resources: resources,
    }),
    Buffer.from(content, 'latin1'),
  )
}
