import type { Area, Size } from '../../../paper/raster/page-raster.ts'
import { Lru } from './lru.ts'
import type { Bitmap } from './open-document.ts'

/** Without a reader for so long a page is let go of. */
const KEPT_MS = 15_000

/** Which part of which page, at which size. */
interface Drawing {
  /** Of the document as it is held open: of one lease alone where it took a password. */
  readonly id: string
  readonly page: number
  readonly size: Size
  readonly area: Area
}

interface Kept {
  readonly bitmap: Bitmap
  readonly end: NodeJS.Timeout
}

/**
 * Pages as they were drawn last, before anybody's mark: what several people read at the same time is drawn once, and marked for each. In memory
 * alone, for a moment after its last use.
 */
export class BasePages {
  readonly #pages: Lru<Kept>

  /** @param mostBytes of pixels that are held together */
  constructor(mostBytes: number) {
    this.#pages = new Lru<Kept>(mostBytes, { weight: ({ bitmap }) => bitmap.data.length, dropped: ({ end }) => clearTimeout(end) })
  }

  /** The part of the page, for the caller to write on; drawn where it is not held. */
  async draw(drawing: Drawing, draw: () => Bitmap | Promise<Bitmap>): Promise<Bitmap> {
    const key = nameOf(drawing)
    const kept = this.#pages.get(key)
    if (kept) {
      kept.end.refresh()
      return copyOf(kept.bitmap)
    }
    const bitmap = await draw()
    this.#pages.drop(key)
    this.#pages.add(key, { bitmap: copyOf(bitmap), end: setTimeout(() => this.#pages.drop(key), KEPT_MS).unref() })
    return bitmap
  }

  clear(): void {
    for (const key of this.#pages.keys()) this.#pages.drop(key)
  }
}

const nameOf = ({ id, page, size, area }: Drawing): string =>
  JSON.stringify([id, page, size.width, size.height, area.left, area.top, area.width, area.height])

const copyOf = ({ data, width, height }: Bitmap): Bitmap => ({ data: new Uint8Array(data), width, height })
