import { HASH_SIZE, hashNode } from './hash.ts'
import type { LogTree, ReadTile } from './log-tree.ts'
import { TILE_HEIGHT, TILE_WIDTH } from './tiles.ts'

/** All proofs of a tile share these. */
interface Block {
  readonly heights: readonly (readonly string[])[]
  readonly above: readonly string[]
}

export class Proofs {
  readonly #tree: LogTree
  readonly #readTile: ReadTile
  readonly #size: number
  #read: { readonly tile: number; readonly block: Promise<Block | undefined> } | undefined

  constructor(tree: LogTree, readTile: ReadTile, size: number) {
    this.#tree = tree
    this.#readTile = readTile
    this.#size = size
  }

  /** Returns a base64 audit path, empty if tiles are missing. */
  async of(index: number): Promise<string[]> {
    const tile = Math.floor(index / TILE_WIDTH)
    try {
      if (this.#read?.tile !== tile) this.#read = { tile, block: this.#blockOf(tile) }
      const block = await this.#read.block
      if (!block) return (await this.#tree.inclusion(index, this.#size)).map(inBase64)
      const at = index % TILE_WIDTH
      return [
        ...block.heights.map((nodes, height) => nodes[(at >> height) ^ 1] as string),
        ...block.above,
      ]
    } catch (error) {
      if (error instanceof RangeError) return []
      throw error
    }
  }

  /** @returns undefined for a partial tile, the last or a tampered one */
  async #blockOf(tile: number): Promise<Block | undefined> {
    if ((tile + 1) * TILE_WIDTH > this.#size) return undefined
    const hashes = await this.#readTile(0, tile)
    if (hashes.length !== TILE_WIDTH * HASH_SIZE) return undefined
    const heights: string[][] = []
    let row = Array.from({ length: TILE_WIDTH }, (_, at) =>
      hashes.subarray(at * HASH_SIZE, (at + 1) * HASH_SIZE),
    )
    for (let height = 0; height < TILE_HEIGHT; height += 1) {
      heights.push(row.map(inBase64))
      const below = row
      row = Array.from({ length: below.length / 2 }, (_, at) =>
        hashNode(below[2 * at] as Buffer, below[2 * at + 1] as Buffer),
      )
    }
    const whole = await this.#tree.inclusion(tile * TILE_WIDTH, this.#size)
    return { heights, above: whole.slice(TILE_HEIGHT).map(inBase64) }
  }
}

const inBase64 = (hash: Buffer): string => hash.toString('base64')
