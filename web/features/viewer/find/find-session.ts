import type { Hit, Piece } from '../opening/lease.ts'

const PIECE_PAGES = 20

export interface PieceHits {
  readonly hits: readonly Hit[]
  readonly isCut: boolean
}

interface FindPorts {
  readonly pageCount: number
  readonly hitsMax: number
  readonly parallel: number
  search(words: string, piece: Piece, signal: AbortSignal, onSlow: () => void): Promise<PieceHits>
}

export interface FindState {
  readonly words: string
  readonly kind: 'idle' | 'running' | 'done' | 'failed'
  readonly progress: number
  readonly count: number
  /** The position counts from 1; 0 means none. */
  readonly position: number
  readonly isCut: boolean
  readonly isSlow: boolean
  readonly error?: unknown
}

const IDLE: FindState = {
  words: '',
  kind: 'idle',
  progress: 0,
  count: 0,
  position: 0,
  isCut: false,
  isSlow: false,
}
const NONE: readonly Hit[] = []

export function piecesFrom(page: number, pageCount: number, length: number): readonly Piece[] {
  const count = Math.ceil(pageCount / length)
  const home = Math.floor((Math.min(Math.max(page, 1), pageCount) - 1) / length)
  const order = [home]
  for (let step = 1; order.length < count; step += 1)
    order.push(...[home + step, home - step].filter((at) => at >= 0 && at < count))
  return order.map((at) => ({ from: at * length + 1, to: Math.min((at + 1) * length, pageCount) }))
}

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

  readonly current = (): Hit | undefined => this.#current

  hitsOn(page: number): readonly Hit[] {
    return this.#hits.get(page) ?? NONE
  }

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
        const onSlow = () => {
          if (!running.signal.aborted) this.#set({ ...this.#state, isSlow: true })
        }
        const { hits, isCut } = await this.#ports.search(words, piece, running.signal, onSlow)
        running.signal.throwIfAborted()
        searched += piece.to - piece.from + 1
        for (const hit of hits) this.#hits.set(hit.page, [...this.hitsOn(hit.page), hit])
        isHomeSearched ||= piece === home
        if (isHomeSearched) this.#current ??= this.#nearest(page)
        const isFull = this.#all().length >= this.#ports.hitsMax
        this.#set({
          ...this.#state,
          isCut: this.#state.isCut || isCut || isFull,
          isSlow: false,
          progress: searched / this.#ports.pageCount,
        })
        if (isFull) pieces.length = 0
      }
    }
    try {
      await Promise.all(Array.from({ length: this.#ports.parallel }, work))
      this.#set({ ...this.#state, kind: 'done', progress: 1 })
    } catch (error) {
      if (running.signal.aborted) return
      running.abort()
      this.#set({ ...this.#state, kind: 'failed', isSlow: false, error })
    }
  }

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

  #nearest(page: number): Hit | undefined {
    const all = this.#all()
    return all.find((hit) => hit.page >= page) ?? all.at(-1)
  }

  #all(): readonly Hit[] {
    return [...this.#hits].sort(([one], [other]) => one - other).flatMap(([, hits]) => hits)
  }

  #set(state: FindState): void {
    const all = this.#all()
    this.#state = {
      ...state,
      count: all.length,
      position: this.#current ? all.indexOf(this.#current) + 1 : 0,
    }
    for (const listener of this.#listeners) listener()
  }
}
