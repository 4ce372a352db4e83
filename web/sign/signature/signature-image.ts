import { LIMITS } from '../../../contract/core/limits.ts'
import { inkBounds } from './remove-background.ts'

/** Paper shows no finer signature. */
const SIDE_MAX = 1_200
const MARGIN = 4

function makeCanvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('the browser has no canvas')
  return [canvas, context]
}

export function pngOf(source: HTMLCanvasElement): string | undefined {
  const { width, height } = source
  const bounds = inkBounds(
    source.getContext('2d', { willReadFrequently: true })?.getImageData(0, 0, width, height) ??
      emptyPixels,
  )
  if (!bounds) return undefined
  for (let side = SIDE_MAX; side >= 100; side /= 2) {
    const scale = Math.min(1, side / Math.max(bounds.width, bounds.height))
    const [canvas, context] = makeCanvas(
      bounds.width * scale + 2 * MARGIN,
      bounds.height * scale + 2 * MARGIN,
    )
    const inner = [canvas.width - 2 * MARGIN, canvas.height - 2 * MARGIN] as const
    context.drawImage(
      source,
      bounds.x,
      bounds.y,
      bounds.width,
      bounds.height,
      MARGIN,
      MARGIN,
      ...inner,
    )
    const url = canvas.toDataURL('image/png')
    if (url.length <= LIMITS.signatureImageBytes) return url
  }
  return undefined
}

const emptyPixels = { data: new Uint8ClampedArray(), width: 0, height: 0 }

const PEN_FONT = '"Nanum Pen Script"'
const PEN_SIZE = 160
const INK = '#14213d'

export async function writtenName(name: string): Promise<string | undefined> {
  const text = name.trim()
  if (text === '') return undefined
  const font = `${PEN_SIZE}px ${PEN_FONT}, cursive`
  await document.fonts.load(font, text).catch(() => [])
  const [, ruler] = makeCanvas(1, 1)
  ruler.font = font
  const [canvas, context] = makeCanvas(
    Math.min(4_000, ruler.measureText(text).width + PEN_SIZE),
    PEN_SIZE * 2,
  )
  context.font = font
  context.fillStyle = INK
  context.textBaseline = 'middle'
  context.fillText(text, PEN_SIZE / 2, PEN_SIZE, 4_000 - PEN_SIZE)
  return pngOf(canvas)
}

/**
 * Upright and of limited size.
 * @throws if it is not an image.
 */
export async function readStampImage(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height))
  const [canvas, context] = makeCanvas(bitmap.width * scale, bitmap.height * scale)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas
}

export function changedCanvas(
  source: HTMLCanvasElement,
  change: (pixels: ImageData) => void,
): HTMLCanvasElement {
  const [canvas, context] = makeCanvas(source.width, source.height)
  context.drawImage(source, 0, 0)
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
  change(pixels)
  context.putImageData(pixels, 0, 0)
  return canvas
}
