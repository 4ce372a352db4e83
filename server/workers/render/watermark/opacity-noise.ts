import { createCipheriv, createHmac } from 'node:crypto'
import type { Area } from '../../../../paper/raster/page-raster.ts'

/** A page width has these threads. Rows are multiples of the cipher block. */
const THREADS = 480
const ROW_BYTES = 512
const BLOCK_BYTES = 16
const [LEAST, MOST] = [0.6, 1.4]

/** The pattern is unpredictable without its seed, identical at every width. */
export interface OpacityNoise {
  readonly threads: Uint8Array
  /** They give the thread before each column and row, distances 0 to 1. */
  readonly columns: Uint32Array
  readonly across: Float64Array
  readonly rows: Uint32Array
  readonly down: Float64Array
}

const STEP = (MOST - LEAST) / 255

/** Numbers are faster than fields. @param thread is the one before the column and row */
export function noiseBetween(
  threads: Uint8Array,
  thread: number,
  across: number,
  down: number,
): number {
  const left = threads[thread] ?? 0
  const leftBelow = threads[thread + ROW_BYTES] ?? 0
  const above = left + ((threads[thread + 1] ?? 0) - left) * across
  const below = leftBelow + ((threads[thread + ROW_BYTES + 1] ?? 0) - leftBelow) * across
  return LEAST + (above + (below - above) * down) * STEP
}

/**
 * The seed lasts as long as the version, so averaging images does not remove the pattern. Pages count from 1. The document key never
 * leaves the server and is equal on all nodes.
 */
export function noiseSeed(key: Uint8Array, page: number, reader: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['sealroom weave', page, reader]))
    .digest()
}

/** @param pageWidth in pixels */
export function opacityNoise(part: Area, pageWidth: number, seed: Buffer): OpacityNoise {
  const { cells: columns, shares: across } = stretches(part.left, part.width, pageWidth)
  const { cells: lines, shares: down } = stretches(part.top, part.height, pageWidth)
  const first = lines[0] ?? 0
  const threads = keystream(seed, first, (lines.at(-1) ?? 0) - first + 2)
  return { threads, columns, across, rows: lines.map((line) => (line - first) * ROW_BYTES), down }
}

function stretches(
  start: number,
  length: number,
  pageWidth: number,
): { cells: Uint32Array; shares: Float64Array } {
  const cells = new Uint32Array(length)
  const limiter = new Float64Array(length)
  for (let pixel = 0; pixel < length; pixel += 1) {
    const place = ((start + pixel + 0.5) * THREADS) / pageWidth
    cells[pixel] = Math.floor(place)
    limiter[pixel] = place - Math.floor(place)
  }
  return { cells, shares: limiter }
}

function keystream(seed: Buffer, firstRow: number, rows: number): Uint8Array {
  const counter = Buffer.alloc(BLOCK_BYTES)
  counter.writeUInt32BE((firstRow * ROW_BYTES) / BLOCK_BYTES, BLOCK_BYTES - 4)
  return createCipheriv('aes-256-ctr', seed, counter).update(Buffer.alloc(rows * ROW_BYTES))
}
