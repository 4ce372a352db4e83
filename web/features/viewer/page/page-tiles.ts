import { type PageTile, TILES_MAX, type WantedTile } from './tile-plan.ts'

export interface ShownTile extends PageTile {
  readonly url: string
}

interface HeldTile extends ShownTile {
  readonly bytes: number
}

/** The cache keeps this many unwanted tiles. */
const KEPT = TILES_MAX + 16
const BYTES_MAX = 48_000_000
const NONE: readonly ShownTile[] = []

export const tileKey = ({ page, width, column, row }: PageTile): string =>
  `${page} ${width} ${column}.${row}`

export class PageTiles {
  readonly #held = new Map<string, HeldTile>()
  readonly #shown = new Map<number, readonly ShownTile[]>()
  readonly #revoke: (url: string) => void
  readonly #changed: (page: number) => void
  #wanted: readonly WantedTile[] = []

  constructor(revoke: (url: string) => void, changed: (page: number) => void) {
    this.#revoke = revoke
    this.#changed = changed
  }

  has(tile: PageTile): boolean {
    return this.#held.has(tileKey(tile))
  }

  of(page: number): readonly ShownTile[] {
    return this.#shown.get(page) ?? NONE
  }

  want(tiles: readonly WantedTile[]): void {
    this.#wanted = tiles
    for (const key of tiles.map(tileKey)) {
      const held = this.#held.get(key)
      if (!held) continue
      this.#held.delete(key)
      this.#held.set(key, held)
    }
    for (const page of new Set(tiles.map((tile) => tile.page))) this.#arrange(page)
  }

  add(tile: PageTile, url: string, bytes: number): void {
    const { page, width, column, row } = tile
    this.#held.set(tileKey(tile), { page, width, column, row, url, bytes })
    this.#arrange(page)
    this.#trim()
  }

  settle(page: number, isWholeSharp: boolean): void {
    const wanted = this.#wanted.filter((tile) => tile.page === page)
    const isCovered =
      wanted.length > 0 ? wanted.every((tile) => !tile.isSeen || this.has(tile)) : isWholeSharp
    if (isCovered) this.#drop(page, (tile) => tile.width !== wanted[0]?.width)
  }

  drop(page: number): void {
    this.#drop(page, () => true)
  }

  keepOnly(pages: readonly number[]): void {
    for (const page of [...this.#shown.keys()]) if (!pages.includes(page)) this.drop(page)
  }

  clear(): void {
    this.keepOnly([])
  }

  #drop(page: number, isGone: (tile: PageTile) => boolean): void {
    const gone = this.of(page).filter(isGone)
    if (gone.length === 0) return
    for (const tile of gone) this.#forget(tile)
    this.#arrange(page)
  }

  #forget(tile: ShownTile): void {
    this.#held.delete(tileKey(tile))
    this.#revoke(tile.url)
  }

  #trim(): void {
    const wanted = new Set(this.#wanted.map(tileKey))
    let bytes = [...this.#held.values()].reduce((sum, held) => sum + held.bytes, 0)
    for (const [key, held] of [...this.#held]) {
      if (this.#held.size <= KEPT && bytes <= BYTES_MAX) return
      if (wanted.has(key)) continue
      bytes -= held.bytes
      this.#forget(held)
      this.#arrange(held.page)
    }
  }

  #arrange(page: number): void {
    const current = this.#wanted.find((tile) => tile.page === page)?.width
    const held = [...this.#held.values()].filter((tile) => tile.page === page)
    const arranged = [
      ...held.filter(({ width }) => width !== current),
      ...held.filter(({ width }) => width === current),
    ]
    const before = this.of(page)
    if (
      arranged.length === before.length &&
      arranged.every(({ url }, index) => url === before[index]?.url)
    )
      return
    if (arranged.length === 0) this.#shown.delete(page)
    else this.#shown.set(page, arranged)
    this.#changed(page)
  }
}
