import { createCanvas, type Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { hasSerifs, hwpFont } from './hwp-fonts.ts'
import type { PageImages } from './svg-images.ts'
import { type Bounds, boundsOf, pathOf } from './svg-shapes.ts'
import type { SvgElement } from './svg-tree.ts'
import { idIn, numberOf, numbersOf, referenceOf, transformOf } from './svg-values.ts'

interface Style {
  readonly fill: string
  readonly stroke: string
  readonly strokeWidth: number
  readonly opacity: number
}

const FIRST_STYLE: Style = { fill: '#000', stroke: 'none', strokeWidth: 1, opacity: 1 }
const TILE_SCALE = 4
const MAX_TILE_SIDE = 2_000

/** Filters only desaturate; nothing is fetched. */
export class SvgPainter {
  readonly #context: SKRSContext2D
  readonly #images: PageImages
  readonly #named: ReadonlyMap<string, SvgElement>

  constructor(context: SKRSContext2D, images: PageImages, named: ReadonlyMap<string, SvgElement>) {
    this.#context = context
    this.#images = images
    this.#named = named
  }

  paint(element: SvgElement, inherited: Style = FIRST_STYLE): void {
    if (NEVER_PAINTED.has(element.name)) return
    const style = styleOf(element, inherited)
    const context = this.#context
    context.save()
    const matrix = transformOf(element.attributes.get('transform'))
    if (matrix) context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    this.#clip(element)
    if (element.name === 'svg') this.#enterViewport(element)
    if (element.name === 'text') this.#text(element, style)
    else if (element.name === 'image') this.#image(element, style)
    else this.#shape(element, style)
    for (const child of element.children) this.paint(child, style)
    context.restore()
  }

  #clip(element: SvgElement): void {
    const clip = this.#named.get(referenceOf(element, 'clip-path') ?? '')
    for (const child of clip?.children ?? []) {
      const path = pathOf(child)
      if (path) this.#context.clip(path)
    }
  }

  #enterViewport(element: SvgElement): void {
    this.#context.translate(numberOf(element, 'x'), numberOf(element, 'y'))
    const [left = 0, top = 0, width = 0, height = 0] = numbersOf(element.attributes.get('viewBox'))
    if (width <= 0 || height <= 0) return
    this.#context.scale(
      numberOf(element, 'width', width) / width,
      numberOf(element, 'height', height) / height,
    )
    this.#context.translate(-left, -top)
  }

  #shape(element: SvgElement, style: Style): void {
    const path = pathOf(element)
    if (!path) return
    const context = this.#context
    context.globalAlpha = style.opacity * numberOf(element, 'fill-opacity', 1)
    if (style.fill !== 'none' && element.name !== 'line') {
      context.fillStyle = this.#ink(style.fill, boundsOf(path))
      context.fill(path, element.attributes.get('fill-rule') === 'evenodd' ? 'evenodd' : 'nonzero')
    }
    this.#stroke(element, path, style)
  }

  #stroke(element: SvgElement, path: Path2D, style: Style): void {
    if (style.stroke === 'none' || style.strokeWidth <= 0) return
    const context = this.#context
    context.globalAlpha = style.opacity * numberOf(element, 'stroke-opacity', 1)
    context.strokeStyle = this.#ink(style.stroke, boundsOf(path))
    context.lineWidth = style.strokeWidth
    context.lineCap = oneOf(['round', 'square'], element.attributes.get('stroke-linecap')) ?? 'butt'
    context.lineJoin =
      oneOf(['round', 'bevel'], element.attributes.get('stroke-linejoin')) ?? 'miter'
    context.setLineDash(numbersOf(element.attributes.get('stroke-dasharray')))
    context.stroke(path)
    if (element.name === 'line') this.#arrows(element, style)
  }

  #arrows(line: SvgElement, style: Style): void {
    const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((name) => numberOf(line, name))
    const angle = Math.atan2((y2 ?? 0) - (y1 ?? 0), (x2 ?? 0) - (x1 ?? 0))
    this.#arrow(referenceOf(line, 'marker-start'), x1 ?? 0, y1 ?? 0, angle, style)
    this.#arrow(referenceOf(line, 'marker-end'), x2 ?? 0, y2 ?? 0, angle, style)
  }

  #arrow(
    id: string | undefined,
    x: number,
    y: number,
    angle: number,
    { strokeWidth, opacity }: Style,
  ): void {
    const marker = this.#named.get(id ?? '')
    if (marker?.name !== 'marker') return
    const context = this.#context
    const isReversed =
      marker.attributes.get('orient') === 'auto-start-reverse' && id?.includes('start')
    const unit = marker.attributes.get('markerUnits') === 'userSpaceOnUse' ? 1 : strokeWidth
    context.save()
    context.setLineDash([])
    context.translate(x, y)
    context.rotate(isReversed ? angle + Math.PI : angle)
    context.scale(unit, unit)
    const [, , width = 0, height = 0] = numbersOf(marker.attributes.get('viewBox'))
    if (width > 0 && height > 0)
      context.scale(
        numberOf(marker, 'markerWidth', 3) / width,
        numberOf(marker, 'markerHeight', 3) / height,
      )
    context.translate(-numberOf(marker, 'refX'), -numberOf(marker, 'refY'))
    for (const child of marker.children) this.paint(child, { ...FIRST_STYLE, opacity })
    context.restore()
  }

  #text(element: SvgElement, style: Style): void {
    const text = element.text
    const size = numberOf(element, 'font-size', 16)
    if (text.trim() === '' || size <= 0 || style.fill === 'none') return
    const context = this.#context
    context.font = hwpFont({
      size,
      isBold: /^(bold|bolder|[6-9]00)$/.test(element.attributes.get('font-weight') ?? ''),
      isItalic: element.attributes.get('font-style') === 'italic',
      isSerif: hasSerifs(element.attributes.get('font-family')),
    })
    const width = context.measureText(text).width
    const wanted = numberOf(element, 'textLength', width)
    context.translate(numberOf(element, 'x'), numberOf(element, 'y'))
    if (width > 0 && wanted > 0) context.scale(wanted / width, 1)
    context.textAlign =
      oneOf(['middle', 'end'], element.attributes.get('text-anchor')) === 'middle'
        ? 'center'
        : anchorEnd(element)
    context.textBaseline = /central|middle/.test(element.attributes.get('dominant-baseline') ?? '')
      ? 'middle'
      : 'alphabetic'
    context.globalAlpha = style.opacity * numberOf(element, 'fill-opacity', 1)
    context.fillStyle = this.#ink(style.fill, { x: 0, y: -size, width: wanted, height: size })
    context.fillText(text, 0, 0)
  }

  #image(element: SvgElement, style: Style): void {
    const image = this.#images.get(element)
    if (!image || image.width <= 0 || image.height <= 0) return
    const [width, height] = [
      numberOf(element, 'width', image.width),
      numberOf(element, 'height', image.height),
    ]
    const isStretched = element.attributes.get('preserveAspectRatio') === 'none'
    const scale = Math.min(width / image.width, height / image.height)
    const [wide, high] = isStretched ? [width, height] : [image.width * scale, image.height * scale]
    this.#context.globalAlpha = style.opacity
    this.#context.drawImage(
      image,
      numberOf(element, 'x') + (width - wide) / 2,
      numberOf(element, 'y') + (height - high) / 2,
      wide,
      high,
    )
  }

  #ink(value: string, bounds: Bounds): string | CanvasGradient | CanvasPattern {
    const id = idIn(value)
    const source = id === undefined ? undefined : this.#named.get(id)
    if (id === undefined) return value
    if (source?.name === 'linearGradient' || source?.name === 'radialGradient')
      return this.#gradient(source, bounds)
    return (source?.name === 'pattern' && this.#pattern(source)) || 'transparent'
  }

  #gradient(source: SvgElement, { x, y, width, height }: Bounds): CanvasGradient {
    const isOwn = source.attributes.get('gradientUnits') === 'userSpaceOnUse'
    const at = (name: string, otherwise: number, start: number, length: number) =>
      isOwn
        ? numberOf(source, name, start + otherwise * length, length)
        : start + numberOf(source, name, otherwise) * length
    const gradient =
      source.name === 'linearGradient'
        ? this.#context.createLinearGradient(
            at('x1', 0, x, width),
            at('y1', 0, y, height),
            at('x2', 1, x, width),
            at('y2', 0, y, height),
          )
        : this.#context.createRadialGradient(
            ...([
              at('cx', 0.5, x, width),
              at('cy', 0.5, y, height),
              0,
              at('cx', 0.5, x, width),
              at('cy', 0.5, y, height),
            ] as const),
            Math.max(0, at('r', 0.5, 0, Math.max(width, height))),
          )
    for (const stop of source.children) {
      if (stop.name !== 'stop') continue
      const color = stop.attributes.get('stop-color') ?? '#000'
      gradient.addColorStop(
        Math.min(1, Math.max(0, numberOf(stop, 'offset'))),
        withOpacity(color, numberOf(stop, 'stop-opacity', 1)),
      )
    }
    return gradient
  }

  #pattern(source: SvgElement): CanvasPattern | undefined {
    const [width, height] = [numberOf(source, 'width'), numberOf(source, 'height')]
    const [across, down] = [Math.ceil(width * TILE_SCALE), Math.ceil(height * TILE_SCALE)]
    if (across < 1 || down < 1 || Math.max(across, down) > MAX_TILE_SIDE) return undefined
    const tile = createCanvas(across, down)
    const context = tile.getContext('2d')
    context.scale(across / width, down / height)
    const painter = new SvgPainter(context, this.#images, this.#named)
    for (const child of source.children) painter.paint(child)
    const pattern = this.#context.createPattern(tile, 'repeat')
    pattern.setTransform({
      a: width / across,
      b: 0,
      c: 0,
      d: height / down,
      e: numberOf(source, 'x'),
      f: numberOf(source, 'y'),
    })
    return pattern
  }
}

type CanvasGradient = ReturnType<SKRSContext2D['createLinearGradient']>
type CanvasPattern = ReturnType<SKRSContext2D['createPattern']>

const NEVER_PAINTED = new Set([
  'defs',
  'clipPath',
  'pattern',
  'marker',
  'linearGradient',
  'radialGradient',
  'filter',
  'style',
  'title',
  'script',
])

function styleOf(element: SvgElement, inherited: Style): Style {
  const get = (name: string) => element.attributes.get(name)
  return {
    fill: get('fill') ?? inherited.fill,
    stroke: get('stroke') ?? inherited.stroke,
    strokeWidth: numberOf(element, 'stroke-width', inherited.strokeWidth),
    opacity: inherited.opacity * numberOf(element, 'opacity', 1),
  }
}

const anchorEnd = (element: SvgElement) =>
  element.attributes.get('text-anchor') === 'end' ? 'right' : 'left'

const oneOf = <const T extends string>(
  known: readonly T[],
  value: string | undefined,
): T | undefined => known.find((one) => one === value)

function withOpacity(color: string, opacity: number): string {
  if (opacity >= 1 || !/^#[0-9a-f]{6}$/i.test(color)) return color
  return `${color}${Math.round(Math.max(0, opacity) * 255)
    .toString(16)
    .padStart(2, '0')}`
}
