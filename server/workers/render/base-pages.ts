import type { Area, Size } from '../../../paper/raster/page-raster.ts'
import type { Bitmap } from './open-document.ts'
import type { PixelBuffers } from './pixel-buffers.ts'
import { Lru } from './pool/lru.ts'

const KEPT_MS = 15_000

interface Drawing {
  /** Documents opened with a password have the lease's id. */
  readonly id: string
  readonly page: number
  readonly size: Size
  readonly area: Area
}

interface KeptBitmap {
  readonly bitmap: Bitmap
  readonly end: NodeJS.Timeout
}

/** Readers share the pages, in memory only. */
export class BasePages {
  readonly #pages: Lru<KeptBitmap>
  readonly #buffers: PixelBuffers

  constructor(mostBytes: number, buffers: PixelBuffers) {
    this.#buffers = buffers
    this.#pages = new Lru<KeptBitmap>(mostBytes, {
      weight: ({ bitmap }) => bitmap.data.length,
      dropped: ({ bitmap, end }) => {
        clearTimeout(end)
        buffers.give(bitmap.data)
      },
    })
  }

  async draw(drawing: Drawing, draw: () => Bitmap | Promise<Bitmap>): Promise<Bitmap> {
    const key = nameOf(drawing)
    const kept = this.#pages.get(key)
    if (kept) {
      kept.end.refresh()
      return this.#copyOf(kept.bitmap)
    }
    const bitmap = await draw()
    this.#pages.drop(key)
    this.#pages.add(key, {
      bitmap: this.#copyOf(bitmap),
      end: setTimeout(() => this.#pages.drop(key), KEPT_MS).unref(),
    })
    return bitmap
  }

  #copyOf({ data, width, height }: Bitmap): Bitmap {
    return { data: this.#buffers.copyOf(data), width, height }
  }

  clear(): void {
    for (const key of this.#pages.keys()) this.#pages.drop(key)
  }
}

const nameOf = ({ id, page, size, area }: Drawing): string =>
  JSON.stringify([id, page, size.width, size.height, area.left, area.top, area.width, area.height])
