import { HASH_SIZE, hashNode } from './hash.ts'

/** A tile holds 256 hashes (c2sp.org/tlog-tiles): leaves, or roots of full lower tiles. */
export const TILE_HEIGHT = 8
export const TILE_WIDTH = 2 ** TILE_HEIGHT

export interface TilePlace {
  readonly level: number
  readonly index: number
}

export interface Tile extends TilePlace {
  readonly hashes: Buffer
}

const filled = (hashes: Buffer): number => hashes.length / HASH_SIZE

export function edgeOf(size: number): TilePlace[] {
  const places: TilePlace[] = []
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH)) {
    if (count % TILE_WIDTH > 0) places.push({ level, index: Math.floor(count / TILE_WIDTH) })
  }
  return places
}

/** The hash count must be a power of two. */
export function rootOf(hashes: Buffer): Buffer {
  let row = Array.from({ length: filled(hashes) }, (_, at) =>
    hashes.subarray(at * HASH_SIZE, (at + 1) * HASH_SIZE),
  )
  while (row.length > 1) {
    row = Array.from({ length: row.length / 2 }, (_, at) =>
      hashNode(row[2 * at] as Buffer, row[2 * at + 1] as Buffer),
    )
  }
  return row[0] as Buffer
}

/** @param edge the tiles of `edgeOf(size)` @returns new and changed tiles */
export function grow(size: number, edge: readonly Tile[], leaves: readonly Buffer[]): Tile[] {
  const open = new Map(edge.map(({ level, hashes }) => [level, [hashes]]))
  const whole: Tile[] = []
  const counts: number[] = []
  const countAt = (level: number): number => {
    counts[level] ??= Math.floor(size / TILE_WIDTH ** level)
    return counts[level]
  }
  const grown = new Set<number>()
  const add = (level: number, hash: Buffer): void => {
    const index = Math.floor(countAt(level) / TILE_WIDTH)
    const parts = open.get(level) ?? []
    open.set(level, [...(parts.length > 64 ? [Buffer.concat(parts)] : parts), hash])
    counts[level] = countAt(level) + 1
    grown.add(level)
    if (countAt(level) % TILE_WIDTH > 0) return
    const hashes = Buffer.concat(open.get(level) ?? [])
    whole.push({ level, index, hashes })
    open.delete(level)
    grown.delete(level)
    add(level + 1, rootOf(hashes))
  }
  for (const leaf of leaves) add(0, leaf)
  const partial = [...grown].map((level) => {
    return {
      level,
      index: Math.floor(countAt(level) / TILE_WIDTH),
      hashes: Buffer.concat(open.get(level) ?? []),
    }
  })
  return [...whole, ...partial]
}
