import { PassThrough, type Readable } from 'node:stream'
import type { SegmentWriter } from '../../../../platform/blob/write-segment.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { refuseFullDisk } from '../refuse-full-disk.ts'

interface PieceSpan {
  readonly offset: number
  readonly edge: number
  readonly size: number
}

interface Receiving {
  readonly begin: () => Promise<SegmentWriter>
  readonly isWriter: () => Promise<boolean>
  readonly signal: AbortSignal
}

/** Many pieces at one offset could fill the disk. */
const ASK_EVERY_BYTES = 8 * 2 ** 20

export interface Piece {
  readonly segment: SegmentWriter | undefined
  readonly kept: number
  readonly tail: readonly Buffer[]
  readonly end: number
  readonly isCut: boolean
}

/** An error leaves no trace. @throws Refusal BAD_REQUEST for excess bytes, NO_SPACE, UPLOAD_OFFSET for a former writer */
export async function receivePiece(
  body: Readable,
  { offset, edge, size }: PieceSpan,
  { begin, isWriter, signal }: Receiving,
): Promise<Piece> {
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
        if (!(await isWriter())) throw new Refusal('UPLOAD_OFFSET')
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
  return {
    segment,
    kept: Math.max(0, Math.min(end, edge) - offset),
    tail,
    end,
    isCut: signal.aborted,
  }
}

/** Throws after a revocation; the request stays open. */
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
