import type { PageRequest } from './lease.ts'

export type PageState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'shown'; readonly url: string }
  | { readonly kind: 'failed'; readonly error: unknown }

interface PageLoaderPorts {
  /** How many requests may run at once. */
  readonly parallel: number
  load(request: PageRequest, signal: AbortSignal): Promise<Blob>
  createUrl(blob: Blob): string
  /** Resolves when the image can be painted at once. */
  decode(url: string): Promise<void>
  revokeUrl(url: string): void
}

const WAITING: PageState = { kind: 'waiting' }
/** Pages fetched ahead on either side of what is seen. */
const NEIGHBOURS = 2
/** Pages kept on either side; those farther away give their memory back. */
const KEPT = 12
/** All images together; above it the farthest ones go first, though never what would be fetched again at once. */
const BYTES_MAX = 64_000_000

interface Held {
  readonly url: string
  readonly width: number
  readonly bytes: number
}

/**
 * Decides which page images are fetched, in which order, and which are dropped: what is seen first, its neighbours next,
 * and nothing for what was scrolled past.
 */
export class PageLoader {
  readonly #ports: PageLoaderPorts
  readonly #pageCount: number
  readonly #held = new Map<number, Held>()
  readonly #loading = new Map<number, AbortController>()
  readonly #states = new Map<number, PageState>()
  readonly #listeners = new Map<number, Set<() => void>>()
  #visible: readonly number[] = []
  #width = 0

  constructor(pageCount: number, ports: PageLoaderPorts) {
    this.#pageCount = pageCount
    this.#ports = ports
  }

  subscribe(page: number, listener: () => void): () => void {
    const listeners = this.#listeners.get(page) ?? new Set()
    this.#listeners.set(page, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  state(page: number): PageState {
    return this.#states.get(page) ?? WAITING
  }

  /** @param pages those in sight, from 1. @param width of a page in device pixels; images that are smaller are fetched anew. */
  show(pages: readonly number[], width: number): void {
    this.#forgetFailures(this.#visible)
    this.#visible = pages
    this.#width = width
    const wanted = this.#wanted()
    for (const [page, request] of this.#loading) if (!wanted.includes(page)) request.abort()
    this.#trim()
    this.#pump()
  }

  retry(page: number): void {
    this.#set(page, WAITING)
    this.#pump()
  }

  /** Gives everything back. */
  close(): void {
    this.#visible = []
    for (const request of this.#loading.values()) request.abort()
    for (const page of [...this.#held.keys()]) this.#drop(page)
  }

  #wanted(): readonly number[] {
    const [first = 0, last = 0] = [Math.min(...this.#visible), Math.max(...this.#visible)]
    if (this.#visible.length === 0) return []
    const around = Array.from({ length: NEIGHBOURS }, (_, step) => [last + step + 1, first - step - 1]).flat()
    return [...this.#visible, ...around.filter((page) => page >= 1 && page <= this.#pageCount)]
  }

  #distance(page: number): number {
    return Math.min(...this.#visible.map((visible) => Math.abs(visible - page)))
  }

  #trim(): void {
    const farthestFirst = [...this.#held.keys()].sort((one, other) => this.#distance(other) - this.#distance(one))
    let bytes = [...this.#held.values()].reduce((sum, held) => sum + held.bytes, 0)
    for (const page of farthestFirst) {
      const distance = this.#distance(page)
      if (distance <= KEPT && (bytes <= BYTES_MAX || distance <= NEIGHBOURS)) return
      bytes -= this.#held.get(page)?.bytes ?? 0
      this.#drop(page)
    }
  }

  #pump(): void {
    for (const page of this.#wanted()) {
      if (this.#loading.size >= this.#ports.parallel) return
      // What is drawn ahead would take its processors from what somebody waits for.
      if (!this.#visible.includes(page) && !this.#visible.every((seen) => this.#isDone(seen))) return
      if (!this.#isDone(page) && !this.#loading.has(page)) void this.#load(page)
    }
  }

  #isDone(page: number): boolean {
    return (this.#held.get(page)?.width ?? 0) >= this.#width || this.state(page).kind === 'failed'
  }

  /** Nobody saw what failed out of sight: it is asked for anew when it is wanted again. */
  #forgetFailures(seen: readonly number[]): void {
    for (const [page, { kind }] of this.#states) if (kind === 'failed' && !seen.includes(page)) this.#set(page, WAITING)
  }

  async #load(page: number): Promise<void> {
    const request = new AbortController()
    const width = this.#width
    this.#loading.set(page, request)
    let url: string | undefined
    try {
      const blob = await this.#ports.load({ page, width, isPrefetch: !this.#visible.includes(page) }, request.signal)
      request.signal.throwIfAborted()
      url = this.#ports.createUrl(blob)
      await this.#ports.decode(url)
      request.signal.throwIfAborted()
      this.#hold(page, { url, width, bytes: blob.size })
    } catch (error) {
      if (url !== undefined) this.#ports.revokeUrl(url)
      if (!request.signal.aborted) this.#set(page, { kind: 'failed', error })
    }
    this.#loading.delete(page)
    this.#pump()
  }

  /** The old image stays in sight until the new one is there. */
  #hold(page: number, held: Held): void {
    const old = this.#held.get(page)
    this.#held.set(page, held)
    this.#set(page, { kind: 'shown', url: held.url })
    if (old) this.#ports.revokeUrl(old.url)
    this.#trim()
  }

  #drop(page: number): void {
    const held = this.#held.get(page)
    this.#held.delete(page)
    this.#set(page, WAITING)
    if (held) this.#ports.revokeUrl(held.url)
  }

  #set(page: number, state: PageState): void {
    this.#states.set(page, state)
    for (const listener of this.#listeners.get(page) ?? []) listener()
  }
}
