import { EMPTY_ROOT, HASH_SIZE, hashNode } from './hash.ts'
import { rootOf, TILE_HEIGHT, TILE_WIDTH } from './tiles.ts'

/** The tile may be partial; a missing one throws. */
export type ReadTile = (level: number, index: number) => Promise<Buffer>

/** Neighbouring proofs share most tiles. */
const KEPT_TILES = 64
const KEPT_NODES = 4_096

/** Concurrent lookups are merged. */
function keeping<T>(kept: number, find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  const found = (key: string): Promise<T> => {
    const value = find(key)
    value.catch(() => known.delete(key))
    return value
  }
  return (key) => {
    const value = known.get(key) ?? found(key)
    known.delete(key)
    known.set(key, value)
    const oldest = known.size > kept ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    return value
  }
}

/** `count` must be at least 2. */
const splitOf = (count: number): number => {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

/** Computes roots and proofs (RFC 6962, 2.1). */
export class LogTree {
  readonly #tile: (key: string) => Promise<Buffer>
  readonly #range: (key: string) => Promise<Buffer>

  constructor(readTile: ReadTile) {
    const numbers = (key: string) => key.split(' ').map(Number) as [number, number]
    this.#tile = keeping(KEPT_TILES, (key) => readTile(...numbers(key)))
    this.#range = keeping(KEPT_NODES, (key) => this.#hashRange(...numbers(key)))
  }

  root(size: number): Promise<Buffer> {
    return size === 0 ? Promise.resolve(EMPTY_ROOT) : this.#range(`0 ${size}`)
  }

  leaf(index: number): Promise<Buffer> {
    return this.#range(`${index} ${index + 1}`)
  }

  inclusion(index: number, size: number): Promise<Buffer[]> {
    if (!(index >= 0 && index < size))
      throw new RangeError(`no entry ${index} in a tree of ${size}`)
    return this.#path(index, 0, size)
  }

  consistency(earlier: number, later: number): Promise<Buffer[]> {
    if (!(earlier >= 0 && earlier <= later))
      throw new RangeError(`a tree of ${later} has no ${earlier} first entries`)
    return earlier === 0 ? Promise.resolve([]) : this.#subproof(earlier, 0, later, true)
  }

  async #path(index: number, from: number, to: number): Promise<Buffer[]> {
    if (to - from === 1) return []
    const middle = from + splitOf(to - from)
    return index < middle
      ? [...(await this.#path(index, from, middle)), await this.#range(`${middle} ${to}`)]
      : [...(await this.#path(index, middle, to)), await this.#range(`${from} ${middle}`)]
  }

  async #subproof(earlier: number, from: number, to: number, isWhole: boolean): Promise<Buffer[]> {
    if (earlier === to) return isWhole ? [] : [await this.#range(`${from} ${to}`)]
    const middle = from + splitOf(to - from)
    return earlier <= middle
      ? [
          ...(await this.#subproof(earlier, from, middle, isWhole)),
          await this.#range(`${middle} ${to}`),
        ]
      : [
          ...(await this.#subproof(earlier, middle, to, false)),
          await this.#range(`${from} ${middle}`),
        ]
  }

  /** The range must lie below one node or at the end. */
  async #hashRange(from: number, to: number): Promise<Buffer> {
    const count = to - from
    const height = Math.log2(count)
    if (Number.isInteger(height)) return this.#node(height, from / count)
    const middle = from + splitOf(count)
    return hashNode(await this.#range(`${from} ${middle}`), await this.#range(`${middle} ${to}`))
  }

  async #node(height: number, index: number): Promise<Buffer> {
    const level = Math.floor(height / TILE_HEIGHT)
    const width = 2 ** (height % TILE_HEIGHT)
    const first = index * width
    const hashes = await this.#tile(`${level} ${Math.floor(first / TILE_WIDTH)}`)
    const at = (first % TILE_WIDTH) * HASH_SIZE
    const part = hashes.subarray(at, at + width * HASH_SIZE)
    if (part.length < width * HASH_SIZE)
      throw new RangeError(`tile ${level}/${Math.floor(first / TILE_WIDTH)} is not filled so far`)
    return rootOf(part)
  }
}
