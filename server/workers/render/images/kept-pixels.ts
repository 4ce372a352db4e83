import type { Area, Size } from '../../../../paper/raster/page-raster.ts'

export const KEPT_BYTES = 128 * 2 ** 20
const KEPT_MS = 15_000

export interface ImagePixels {
  readonly data: Buffer
  readonly channels: 1 | 2 | 3 | 4
  readonly size: Size
  readonly area: Area
}

/** Each tile decodes a large image whole; the next is usually adjacent. */
export class KeptPixels {
  #kept:
    | { readonly owner: object; readonly pixels: ImagePixels; readonly end: NodeJS.Timeout }
    | undefined

  get bytes(): number {
    return this.#kept?.pixels.data.length ?? 0
  }

  cut(owner: object, size: Size, area: Area): ImagePixels | undefined {
    const kept = this.#kept
    if (
      kept?.owner !== owner ||
      !isSame(kept.pixels.size, size) ||
      !isWithin(area, kept.pixels.area)
    )
      return undefined
    kept.end.refresh()
    return cutOut(kept.pixels, area)
  }

  keep(owner: object, pixels: ImagePixels): void {
    this.drop()
    if (pixels.data.length <= KEPT_BYTES)
      this.#kept = { owner, pixels, end: setTimeout(() => this.drop(), KEPT_MS).unref() }
  }

  drop(owner = this.#kept?.owner): void {
    if (this.#kept?.owner !== owner) return
    clearTimeout(this.#kept?.end)
    this.#kept = undefined
  }
}

export function partToKeep(size: Size, part: Area, channels: number): Area {
  const height = Math.min(size.height, Math.floor(KEPT_BYTES / (size.width * channels)))
  if (height < part.height) return part
  const above = Math.floor((height - part.height) / 2)
  return {
    left: 0,
    top: Math.max(0, Math.min(part.top - above, size.height - height)),
    width: size.width,
    height,
  }
}

export function cutOut({ data, channels, size, area }: ImagePixels, part: Area): ImagePixels {
  const [stride, length] = [area.width * channels, part.width * channels]
  const cut = Buffer.allocUnsafe(part.height * length)
  for (let row = 0; row < part.height; row += 1) {
    const from = (part.top - area.top + row) * stride + (part.left - area.left) * channels
    data.copy(cut, row * length, from, from + length)
  }
  return { data: cut, channels, size, area: part }
}

const isSame = (one: Size, other: Size): boolean =>
  one.width === other.width && one.height === other.height

const isWithin = (part: Area, whole: Area): boolean =>
  part.left >= whole.left &&
  part.top >= whole.top &&
  part.left + part.width <= whole.left + whole.width &&
  part.top + part.height <= whole.top + whole.height
