import type { Hit, Piece } from '../lease.ts'
import { piecesFrom } from './pieces.ts'

const PIECE_PAGES = 20

/** What was found in a piece. */
export interface PieceHits {
  readonly hits: readonly Hit[]
  /** There is more than is told. */
  readonly isCut: boolean
}

interface FindPorts {
  readonly pageCount: number
  /** Hits told of in all. */
  readonly hitsMax: number
  /** How many pieces may be searched at once. */
  readonly parallel: number
  search(words: string, piece: Piece, signal: AbortSignal): Promise<PieceHits>
}

/** How far a search has come. */
export interface FindState {
  readonly words: string
  readonly kind: 'idle' | 'running' | 'done' | 'failed'
  /** Share of the pages that are searched. */
  readonly progress: number
  readonly count: number
  /** Which of them is the current one, from 1; 0 while none is. */
  readonly position: number
  /** There is more than is told. */
  readonly isCut: boolean
  readonly error?: unknown
}

const IDLE: FindState = { words: '', kind: 'idle', progress: 0, count: 0, position: 0, isCut: false }
const NONE: readonly Hit[] = []

/** Searches a document piece by piece, the nearest pages first, and knows which hit is the current one. */
export class FindSession {
  readonly #ports: FindPorts
  readonly #listeners = new Set<() => void>()
  readonly #hits = new Map<number, readonly Hit[]>()
  #running = new AbortController()
  #state = IDLE
  #current: Hit | undefined

  constructor(ports: FindPorts) {
    this.#ports = ports
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): FindState => this.#state

  /** The one that is shown; the same object until it changes. */
  readonly current = (): Hit | undefined => this.#current

  /** The same array until it changes. */
  hitsOn(page: number): readonly Hit[] {
    return this.#hits.get(page) ?? NONE
  }

  /** Ends what was sought before. Without words nothing is sought. @param page where the reader is */
  async start(words: string, page: number): Promise<void> {
    this.#running.abort()
    this.#hits.clear()
    this.#current = undefined
    const running = new AbortController()
    this.#running = running
    if (words === '') return this.#set(IDLE)
    this.#set({ ...IDLE, words, kind: 'running' })
    const pieces = [...piecesFrom(page, this.#ports.pageCount, PIECE_PAGES)]
    const [home] = pieces
    let searched = 0
    let isHomeSearched = false
    const work = async () => {
      for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
        const { hits, isCut } = await this.#ports.search(words, piece, running.signal)
        running.signal.throwIfAborted()
        searched += piece.to - piece.from + 1
        for (const hit of hits) this.#hits.set(hit.page, [...this.hitsOn(hit.page), hit])
        // The piece where the reader is may answer after others: nobody is led away from it before.
        isHomeSearched ||= piece === home
        if (isHomeSearched) this.#current ??= this.#nearest(page)
        const isFull = this.#all().length >= this.#ports.hitsMax
        this.#set({ ...this.#state, isCut: this.#state.isCut || isCut || isFull, progress: searched / this.#ports.pageCount })
        if (isFull) pieces.length = 0
      }
    }
    try {
      await Promise.all(Array.from({ length: this.#ports.parallel }, work))
      this.#set({ ...this.#state, kind: 'done', progress: 1 })
    } catch (error) {
      if (running.signal.aborted) return
      running.abort()
      this.#set({ ...this.#state, kind: 'failed', error })
    }
  }

  /** Goes on by one, around the ends; the hit that is the current one then. */
  step(by: 1 | -1): Hit | undefined {
    const all = this.#all()
    const at = this.#current ? all.indexOf(this.#current) : by === 1 ? -1 : 0
    this.#current = all.at((at + by) % Math.max(all.length, 1))
    this.#set(this.#state)
    return this.#current
  }

  stop(): void {
    this.#running.abort()
    if (this.#state.kind === 'running') this.#set({ ...this.#state, kind: 'done' })
  }

  /** What comes next on the way down; else what is least far above. */
  #nearest(page: number): Hit | undefined {
    const all = this.#all()
    return all.find((hit) => hit.page >= page) ?? all.at(-1)
  }

  #all(): readonly Hit[] {
    return [...this.#hits].sort(([one], [other]) => one - other).flatMap(([, hits]) => hits)
  }

  #set(state: FindState): void {
    const all = this.#all()
    this.#state = { ...state, count: all.length, position: this.#current ? all.indexOf(this.#current) + 1 : 0 }
    for (const listener of this.#listeners) listener()
  }
}
