import type { PageRequest } from '../opening/lease.ts'
import { PageTiles, type ShownTile, tileKey } from './page-tiles.ts'
import type { WantedTile } from './tile-plan.ts'

export type { ShownTile }

export type PageState =
  | { readonly kind: 'waiting'; readonly isSlow?: true }
  | { readonly kind: 'shown'; readonly url: string }
  | { readonly kind: 'failed'; readonly error: unknown }

interface PageLoaderPorts {
  readonly parallel: number
  load(request: PageRequest, signal: AbortSignal): Promise<Blob>
  createUrl(blob: Blob): string
  decode(url: string): Promise<void>
  revokeUrl(url: string): void
}

export interface Sight {
  readonly first: number
  readonly last: number
  /** Whole pages use device pixels; narrower images are fetched again. */
  readonly width: number
  readonly tiles: readonly WantedTile[]
}

const WAITING: PageState = { kind: 'waiting' }
const SLOW: PageState = { kind: 'waiting', isSlow: true }
const NEIGHBOURS = 2
const KEPT = 12
/** Above this, the farthest images go first, except those needed again at once. */
const BYTES_MAX = 64_000_000

interface Want extends PageRequest {
  readonly key: string
  readonly tile?: WantedTile
}

interface HeldPage {
  readonly url: string
  readonly width: number
  readonly bytes: number
}

export class PageLoader {
  readonly #ports: PageLoaderPorts
  readonly #pageCount: number
  readonly #held = new Map<number, HeldPage>()
  readonly #tiles: PageTiles
  readonly #failed = new Set<string>()
  readonly #loading = new Map<string, AbortController>()
  readonly #states = new Map<number, PageState>()
  readonly #listeners = new Map<number, Set<() => void>>()
  #visible: readonly number[] = []
  #width = 0
  #wantedTiles: readonly WantedTile[] = []

  constructor(pageCount: number, ports: PageLoaderPorts) {
    this.#pageCount = pageCount
    this.#ports = ports
    this.#tiles = new PageTiles(
      (url) => ports.revokeUrl(url),
      (page) => this.#notify(page),
    )
  }

  subscribe(page: number, listener: () => void): () => void {
    const listeners = this.#listeners.get(page) ?? new Set()
    this.#listeners.set(page, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  state(page: number): PageState {
    return this.#states.get(page) ?? WAITING
  }

  tiles(page: number): readonly ShownTile[] {
    return this.#tiles.of(page)
  }

  show({ first, last, width, tiles }: Sight): void {
    this.#forgetFailures(this.#visible)
    this.#visible = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    this.#width = width
    this.#wantedTiles = tiles
    this.#tiles.want(tiles)
    if (tiles.length === 0) this.#tiles.keepOnly(this.#visible)
    for (const page of this.#visible) this.#settle(page)
    const wanted = new Set(this.#wanted().map(({ key }) => key))
    for (const [key, request] of this.#loading) if (!wanted.has(key)) request.abort()
    for (const key of this.#failed) if (!wanted.has(key)) this.#failed.delete(key)
    this.#trim()
    this.#pump()
  }

  retry(page: number): void {
    this.#set(page, WAITING)
    this.#pump()
  }

  close(): void {
    this.#visible = []
    this.#wantedTiles = []
    for (const request of this.#loading.values()) request.abort()
    for (const page of [...this.#held.keys()]) this.#drop(page)
    this.#tiles.clear()
  }

  /** Blank pages precede sharper content and neighbours. */
  #wanted(): readonly Want[] {
    if (this.#visible.length === 0) return []
    const [first, last] = [Math.min(...this.#visible), Math.max(...this.#visible)]
    const around = Array.from({ length: NEIGHBOURS }, (_, step) => [
      last + step + 1,
      first - step - 1,
    ]).flat()
    const [seen, near] = [true, false].map((isSeen) =>
      this.#wantedTiles.filter((tile) => tile.isSeen === isSeen).map(wantOfTile),
    )
    const pages = (numbers: readonly number[], isPrefetch: boolean) =>
      numbers.map((page) => ({ key: `${page}`, page, width: this.#width, isPrefetch }))
    return [
      ...pages(
        this.#visible.filter((page) => !this.#held.has(page)),
        false,
      ),
      ...(seen ?? []),
      ...pages(
        this.#visible.filter((page) => this.#held.has(page)),
        false,
      ),
      ...(near ?? []),
      ...pages(
        around.filter((page) => page >= 1 && page <= this.#pageCount),
        true,
      ),
    ]
  }

  #isDone({ key, page, tile }: Want): boolean {
    if (this.#failed.has(key)) return true
    return tile
      ? this.#tiles.has(tile)
      : this.#isWholeSharp(page) || this.state(page).kind === 'failed'
  }

  #isWholeSharp(page: number): boolean {
    return (this.#held.get(page)?.width ?? 0) >= this.#width
  }

  #settle(page: number): void {
    if (this.#visible.includes(page)) this.#tiles.settle(page, this.#isWholeSharp(page))
  }

  #distance(page: number): number {
    return Math.min(...this.#visible.map((visible) => Math.abs(visible - page)))
  }

  #trim(): void {
    const farthestFirst = [...this.#held.keys()].sort(
      (one, other) => this.#distance(other) - this.#distance(one),
    )
    let bytes = [...this.#held.values()].reduce((sum, held) => sum + held.bytes, 0)
    for (const page of farthestFirst) {
      const distance = this.#distance(page)
      if (distance <= KEPT && (bytes <= BYTES_MAX || distance <= NEIGHBOURS)) return
      bytes -= this.#held.get(page)?.bytes ?? 0
      this.#drop(page)
    }
  }

  #pump(): void {
    let isAwaited = false
    for (const want of this.#wanted()) {
      if (this.#loading.size >= this.#ports.parallel || (isAwaited && want.isPrefetch)) return
      if (this.#isDone(want)) continue
      isAwaited ||= !want.isPrefetch
      if (!this.#loading.has(want.key)) void this.#load(want)
    }
  }

  #forgetFailures(seen: readonly number[]): void {
    for (const [page, { kind }] of this.#states)
      if (kind === 'failed' && !seen.includes(page)) this.#set(page, WAITING)
  }

  async #load(want: Want): Promise<void> {
    const { key, page, width, tile, isPrefetch } = want
    const request = new AbortController()
    this.#loading.set(key, request)
    let url: string | undefined
    const onSlow = (): void => {
      if (!tile && this.state(page).kind === 'waiting') this.#set(page, SLOW)
    }
    try {
      const blob = await this.#ports.load({ page, width, tile, isPrefetch, onSlow }, request.signal)
      request.signal.throwIfAborted()
      url = this.#ports.createUrl(blob)
      await this.#ports.decode(url)
      request.signal.throwIfAborted()
      if (tile) this.#tiles.add(tile, url, blob.size)
      else this.#hold(page, { url, width, bytes: blob.size })
      this.#settle(page)
    } catch (error) {
      if (url !== undefined) this.#ports.revokeUrl(url)
      if (!request.signal.aborted) this.#fail(want, error)
      else if (this.state(page) === SLOW) this.#set(page, WAITING)
    }
    this.#loading.delete(key)
    this.#pump()
  }

  #fail({ key, page, tile }: Want, error: unknown): void {
    if (tile || this.#held.has(page)) this.#failed.add(key)
    else this.#set(page, { kind: 'failed', error })
  }

  #hold(page: number, held: HeldPage): void {
    const old = this.#held.get(page)
    this.#held.set(page, held)
    this.#set(page, { kind: 'shown', url: held.url })
    if (old) this.#ports.revokeUrl(old.url)
    this.#trim()
  }

  #drop(page: number): void {
    const held = this.#held.get(page)
    this.#held.delete(page)
    this.#tiles.drop(page)
    this.#set(page, WAITING)
    if (held) this.#ports.revokeUrl(held.url)
  }

  #set(page: number, state: PageState): void {
    this.#states.set(page, state)
    this.#notify(page)
  }

  #notify(page: number): void {
    for (const listener of this.#listeners.get(page) ?? []) listener()
  }
}

const wantOfTile = (tile: WantedTile): Want => {
  const { page, width, isSeen } = tile
  return { key: tileKey(tile), page, width, tile, isPrefetch: !isSeen }
}
