import { Refusal } from '../../platform/http/refusal.ts'

/** Streams that one member may hold on a node: each of them asks the database at each hint. */
const STREAMS_PER_MEMBER = 20

/** Counts the open streams of members. */
export interface StreamLimit {
  /** The stream, counted until it ends. @throws Refusal BUSY when the member holds too many. */
  admit<T>(memberId: number, stream: AsyncIterable<T>): AsyncIterable<T>
}

export function createStreamLimit(): StreamLimit {
  const open = new Map<number, number>()
  return {
    admit(memberId, stream) {
      const held = open.get(memberId) ?? 0
      if (held >= STREAMS_PER_MEMBER) throw new Refusal('BUSY', { retryAfter: 20 })
      return counted(open, memberId, stream)
    },
  }
}

async function* counted<T>(open: Map<number, number>, memberId: number, stream: AsyncIterable<T>): AsyncGenerator<T> {
  open.set(memberId, (open.get(memberId) ?? 0) + 1)
  try {
    yield* stream
  } finally {
    const left = (open.get(memberId) ?? 1) - 1
    if (left === 0) open.delete(memberId)
    else open.set(memberId, left)
  }
}
