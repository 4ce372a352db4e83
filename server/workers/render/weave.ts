import { createCipheriv, createHmac } from 'node:crypto'
import type { Area } from '../../../paper/raster/page-raster.ts'

/** Threads of the weave across a page: 2.5 pixels apart where it is 1,200 wide. Each is a block of the cipher long, or several. */
const THREADS = 480
const ROW_BYTES = 512
const BLOCK_BYTES = 16
/** Least and most that the weave makes of an opacity. */
const [LEAST, MOST] = [0.6, 1.4]

/** A pattern over a page that nobody can foretell who has not its seed, smooth, and the same at every width and in every part. */
export interface Weave {
  /** Random bytes, of which each row is ROW_BYTES long. */
  readonly threads: Uint8Array
  /** Where the thread before a column, and the row of threads before a row, lie; and how far behind it, from 0 to 1. */
  readonly columns: Uint32Array
  readonly across: Float64Array
  readonly rows: Uint32Array
  readonly down: Float64Array
}

const STEP = (MOST - LEAST) / 255

/** By how much the opacity at a pixel of the part is multiplied. */
export function weaveAt({ threads, columns, across, rows, down }: Weave, x: number, y: number): number {
  const at = (rows[y] ?? 0) + (columns[x] ?? 0)
  const share = across[x] ?? 0
  const left = threads[at] ?? 0
  const leftBelow = threads[at + ROW_BYTES] ?? 0
  const above = left + ((threads[at + 1] ?? 0) - left) * share
  const below = leftBelow + ((threads[at + ROW_BYTES + 1] ?? 0) - leftBelow) * share
  return LEAST + (above + (below - above) * (down[y] ?? 0)) * STEP
}

/**
 * The seed of the weave on one page (from 1) of a document for one reader. Made of the key under which the document is sealed, which is the
 * same on each node and never leaves the server, it stays as it is for as long as the version is there: many images of the page average out
 * to the same weave.
 */
export function weaveSeed(key: Uint8Array, page: number, reader: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['sealroom weave', page, reader]))
    .digest()
}

/** The weave in a part of a page that is so many pixels wide. */
export function weaveOver(part: Area, pageWidth: number, seed: Buffer): Weave {
  const { cells: columns, shares: across } = stretches(part.left, part.width, pageWidth)
  const { cells: lines, shares: down } = stretches(part.top, part.height, pageWidth)
  const first = lines[0] ?? 0
  const threads = keystream(seed, first, (lines.at(-1) ?? 0) - first + 2)
  return { threads, columns, across, rows: lines.map((line) => (line - first) * ROW_BYTES), down }
}

/** Between which threads the pixels of a stretch lie, and how far. */
function stretches(start: number, length: number, pageWidth: number): { cells: Uint32Array; shares: Float64Array } {
  const cells = new Uint32Array(length)
  const shares = new Float64Array(length)
  for (let pixel = 0; pixel < length; pixel += 1) {
    const place = ((start + pixel + 0.5) * THREADS) / pageWidth
    cells[pixel] = Math.floor(place)
    shares[pixel] = place - Math.floor(place)
  }
  return { cells, shares }
}

/** Rows of random bytes, of which any can be had without those before it. */
function keystream(seed: Buffer, firstRow: number, rows: number): Uint8Array {
  const counter = Buffer.alloc(BLOCK_BYTES)
  counter.writeUInt32BE((firstRow * ROW_BYTES) / BLOCK_BYTES, BLOCK_BYTES - 4)
  return createCipheriv('aes-256-ctr', seed, counter).update(Buffer.alloc(rows * ROW_BYTES))
}
