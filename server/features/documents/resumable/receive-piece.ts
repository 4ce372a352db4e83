import { PassThrough, type Readable } from 'node:stream'
import type { SegmentWriter } from '../../../platform/blob/write-segment.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { refuseFullDisk } from '../refuse-full-disk.ts'

/** Which bytes of an upload a piece brings. */
interface Span {
  /** Where the piece begins. */
  readonly offset: number
  /** From here on the bytes are kept with the document or not at all. */
  readonly edge: number
  /** Bytes of the whole upload. */
  readonly size: number
}

/** How a piece is received. */
interface Receiving {
  readonly begin: () => Promise<SegmentWriter>
  /** Whether nobody else sends the same bytes by now. */
  readonly hasTurn: () => Promise<boolean>
  readonly signal: AbortSignal
}

/** After so many bytes it is asked whether the rest is still wanted: else each of many pieces at one offset would fill the disk. */
const ASK_EVERY_BYTES = 8 * 2 ** 20

/** What arrived of a piece. */
export interface Piece {
  /** Holds what lies before the edge; undefined where nothing does. The caller finishes or discards it. */
  readonly segment: SegmentWriter | undefined
  /** Bytes in `segment`. */
  readonly kept: number
  /** What lies behind the edge. */
  readonly tail: readonly Buffer[]
  /** Where the piece ended, or was cut. */
  readonly end: number
  /** The sender went away before its end. */
  readonly isCut: boolean
}

/**
 * Seals a piece as it streams in. Where the connection breaks, what has arrived is the piece.
 * @throws Refusal BAD_REQUEST for more bytes than the upload has, NO_SPACE, UPLOAD_OFFSET where another piece has the turn; the signal's
 * reason where the sender lost the right. Then nothing is left.
 */
export async function receivePiece(body: Readable, { offset, edge, size }: Span, { begin, hasTurn, signal }: Receiving): Promise<Piece> {
  const tail: Buffer[] = []
  let segment: SegmentWriter | undefined
  let end = offset
  let askAt = offset + ASK_EVERY_BYTES
  try {
    for await (const chunk of untilCut(body, signal)) {
      const before = chunk.subarray(0, Math.max(0, edge - end))
      const behind = chunk.subarray(before.length)
      end += chunk.length
      if (end > size) throw new Refusal('BAD_REQUEST')
      if (end >= askAt) {
        if (!(await hasTurn())) throw new Refusal('UPLOAD_OFFSET')
        askAt = end + ASK_EVERY_BYTES
      }
      if (before.length > 0) {
        segment ??= await begin()
        await segment.write(before)
      }
      if (behind.length > 0) tail.push(Buffer.from(behind))
    }
  } catch (error) {
    await segment?.discard()
    return refuseFullDisk(error)
  }
  return { segment, kept: Math.max(0, Math.min(end, edge) - offset), tail, end, isCut: signal.aborted }
}

/**
 * The body to where it ends or the sender goes away. A right that is lost ends it with the refusal. The request itself is never destroyed:
 * its connection still carries the answer.
 */
async function* untilCut(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const arriving = body.pipe(new PassThrough())
  const stop = (): void => {
    body.unpipe(arriving)
    if (signal.reason instanceof Refusal) arriving.destroy(signal.reason)
    else arriving.end()
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    yield* arriving as AsyncIterable<Buffer>
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
