import { CHUNK_SIZE } from '../encryption/cobblestone.ts'

export interface ChunkRun {
  readonly segment: number
  readonly firstChunk: number
  readonly lastChunk: number
  readonly skip: number
  readonly length: number
}

export function totalSize(segments: readonly { readonly size: number }[]): number {
  return segments.reduce((sum, { size }) => sum + size, 0)
}

/** @throws RangeError */
export function requireRange(size: number, offset: number, length: number): void {
  const whole = Number.isSafeInteger(offset) && Number.isSafeInteger(length)
  if (!whole || offset < 0 || length < 0 || offset + length > size)
    throw new RangeError('the file does not hold this range')
}

/** Runs end at multiples of `maxChunks` for caching. */
export function* chunkRuns(
  segments: readonly { readonly size: number }[],
  range: { readonly offset: number; readonly length: number },
  maxChunks: number,
): Generator<ChunkRun> {
  const end = range.offset + range.length
  const runSize = maxChunks * CHUNK_SIZE
  let base = 0
  for (const [segment, { size }] of segments.entries()) {
    const stop = Math.min(end - base, size)
    for (let at = Math.max(range.offset - base, 0); at < stop; ) {
      const next = Math.min((Math.floor(at / runSize) + 1) * runSize, stop)
      const firstChunk = Math.floor(at / CHUNK_SIZE)
      const lastChunk = Math.floor((next - 1) / CHUNK_SIZE)
      yield {
        segment,
        firstChunk,
        lastChunk,
        skip: at - firstChunk * CHUNK_SIZE,
        length: next - at,
      }
      at = next
    }
    base += size
  }
}
