import type { Area, Size } from '../../../paper/raster/page-raster.ts'

/** So much is held of one image by a worker, and of no other beside it. */
export const KEPT_BYTES = 128 * 2 ** 20
/** Without a use for so long it is let go of. */
const KEPT_MS = 15_000

/** Pixels of a part of an image that was stretched to a size: rows from the top. */
export interface Pixels {
  readonly data: Buffer
  /** Bytes of a pixel. */
  readonly channels: 1 | 2 | 3 | 4
  readonly size: Size
  readonly area: Area
}

/**
 * The part of a large image that was drawn last: a photograph is decoded as a whole for each of its tiles, and the next tile that somebody
 * looks at mostly lies beside the one before.
 */
export class KeptPixels {
  #kept: { readonly owner: object; readonly pixels: Pixels; readonly end: NodeJS.Timeout } | undefined

  /** Bytes held. */
  get bytes(): number {
    return this.#kept?.pixels.data.length ?? 0
  }

  /** Cuts a part out, where it lies in what is held of this image at this size. */
  cut(owner: object, size: Size, area: Area): Pixels | undefined {
    const kept = this.#kept
    if (kept?.owner !== owner || !isSame(kept.pixels.size, size) || !isWithin(area, kept.pixels.area)) return undefined
    kept.end.refresh()
    return cutOut(kept.pixels, area)
  }

  /** Holds a part instead of what was held, unless it is too large. */
  keep(owner: object, pixels: Pixels): void {
    this.drop()
    if (pixels.data.length <= KEPT_BYTES) this.#kept = { owner, pixels, end: setTimeout(() => this.drop(), KEPT_MS).unref() }
  }

  /** Lets go of what is held, or only if it is of this image. */
  drop(owner = this.#kept?.owner): void {
    if (this.#kept?.owner !== owner) return
    clearTimeout(this.#kept?.end)
    this.#kept = undefined
  }
}

/** A part with as many rows around it, whole, as may be held; the part alone where that is none. @param channels bytes of a pixel */
export function partToKeep(size: Size, part: Area, channels: number): Area {
  const height = Math.min(size.height, Math.floor(KEPT_BYTES / (size.width * channels)))
  if (height < part.height) return part
  const above = Math.floor((height - part.height) / 2)
  return { left: 0, top: Math.max(0, Math.min(part.top - above, size.height - height)), width: size.width, height }
}

/** A part of pixels, which lies in them. */
export function cutOut({ data, channels, size, area }: Pixels, part: Area): Pixels {
  const [stride, length] = [area.width * channels, part.width * channels]
  const cut = Buffer.allocUnsafe(part.height * length)
  for (let row = 0; row < part.height; row += 1) {
    const from = (part.top - area.top + row) * stride + (part.left - area.left) * channels
    data.copy(cut, row * length, from, from + length)
  }
  return { data: cut, channels, size, area: part }
}

const isSame = (one: Size, other: Size): boolean => one.width === other.width && one.height === other.height

const isWithin = (part: Area, whole: Area): boolean =>
  part.left >= whole.left &&
  part.top >= whole.top &&
  part.left + part.width <= whole.left + whole.width &&
  part.top + part.height <= whole.top + whole.height
