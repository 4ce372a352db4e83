import { randomInt } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import {
  layoutWatermark,
  type Watermark,
  type WatermarkColors,
  type WatermarkLayer,
} from '../../../../paper/watermark/layout.ts'
import { markFont, markWidths } from '../../render/watermark/mark-font.ts'
import { PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream } from '../libpdf.ts'
import { type PageBox, shownSize, type Transform, toUserSpace } from '../page-box.ts'
import type { PdfDocument } from '../pdf-document.ts'
import { arrayOf } from '../writing/prune.ts'
import { pdfNumber } from './numbers.ts'
import { randomName } from './random-name.ts'

const PARTS = 3
const VARIANTS = 4
const LEAST_PIXELS = 27
const MORE_PIXELS = 3
const SHADES = 16
/** A light and a dark copy of a line lie this part of the font size apart, so that one is visible on any ground. */
const ASIDE = 0.05

/**
 * Pages combine variants, so no object contains the watermark of all. Lines are images and large marks paths, so removing one kind
 * leaves the other.
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

  formsFor(box: PageBox): readonly PdfRef[] {
    const key = `${box.seen.join(' ')} ${box.rotation}`
    const known = this.#forms.get(key)
    if (known) return known
    const [layer] = layoutWatermark(shownSize(box), this.#mark)
    if (!layer) return []
    if (this.#lines.length === 0)
      for (let variant = 0; variant < this.#variants; variant += 1)
        this.#lines.push(this.#document.add(lineForm(this.#document, layer)))
    const forms = Array.from({ length: PARTS }, (_, part) => {
      const places = layer.places.filter((_place, index) => index % PARTS === part)
      return this.#lines.map((line) =>
        this.#document.add(pageForm(box, { ...layer, places }, line)),
      )
    }).flat()
    this.#forms.set(key, forms)
    return forms
  }

  pick(): number[] {
    return Array.from(
      { length: PARTS },
      (_, part) => part * this.#variants + randomInt(this.#variants),
    )
  }
}

function pageForm(
  box: PageBox,
  { fontSize, angle, places }: WatermarkLayer,
  line: PdfRef,
): PdfStream {
  const name = randomName()
  const radians = (angle * Math.PI) / 180
  const [along, across] = [fontSize * Math.cos(radians), fontSize * Math.sin(radians)]
  const lines = places.map(
    ({ x, y }) => `q ${matrix([along, across, -across, along, x, y])} cm /${name} Do Q`,
  )
  const content = [`${matrix(toUserSpace(box))} cm`, ...lines].join('\n')
  return form(box.seen, PdfDict.of({ XObject: PdfDict.of({ [name]: line }) }), content)
}

const matrix = (transform: Transform): string => transform.map(pdfNumber).join(' ')

/** Dark letters over light ones show on any ground. A blend mode would vanish on gray. */
function lineForm(document: PdfDocument, layer: WatermarkLayer): PdfStream {
  const pixels = LEAST_PIXELS + randomInt(MORE_PIXELS)
  const { width, height, shades, accentFrom } = lineShades(layer, pixels)
  const mask = document.add(image({ width, height, colors: 'DeviceGray', bytes: shades }))
  const imageOf = (ground: keyof WatermarkColors): PdfRef => {
    const row = Array.from(
      { length: width },
      (_, x) => layer.colors[ground][x < accentFrom ? 'ink' : 'accent'].rgb,
    ).flat()
    return document.add(
      image({ width, height: 1, colors: 'DeviceRGB', bytes: Uint8Array.from(row), mask }),
    )
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

function lineShades({ runs, colors }: WatermarkLayer, pixels: number) {
  const widths = markWidths(runs, pixels)
  const length = widths.reduce((sum, one) => sum + one, 0)
  const [width, height] = [Math.ceil(length) + 2, Math.ceil(1.5 * pixels)]
  const context = createCanvas(width, height).getContext('2d')
  context.font = markFont(pixels)
  context.textBaseline = 'middle'
  let x = (width - length) / 2
  let accentFrom = width
  for (const [index, { text, tone }] of runs.entries()) {
    if (tone === 'accent') accentFrom = Math.floor(x)
    context.globalAlpha = colors.onLight[tone].opacity
    context.fillText(text, x + randomInt(1_000) / 2_000, (height + randomInt(1_000) / 1_000) / 2)
    x += widths[index] ?? 0
  }
  const { data } = context.getImageData(0, 0, width, height)
  const most = Math.max(colors.onLight.ink.opacity, colors.onLight.accent.opacity) * 255
  const step = most / SHADES
  return {
    width,
    height,
    accentFrom,
    shades: Uint8Array.from({ length: width * height }, (_, pixel) =>
      Math.round(Math.round((data[4 * pixel + 3] ?? 0) / step) * step),
    ),
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
