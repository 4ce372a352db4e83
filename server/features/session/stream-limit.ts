import { Refusal } from '../../platform/http/refusal.ts'

/** Streams that one session may hold on a node: each of them asks the database at each hint. */
const STREAMS_PER_SESSION = 20

/** Counts the open streams of sessions. */
export interface StreamLimit {
  /** The stream, counted until it ends. @throws Refusal BUSY when the session holds too many. */
  admit<T>(sessionId: string, stream: AsyncIterable<T>): AsyncIterable<T>
}

export function createStreamLimit(): StreamLimit {
  const open = new Map<string, number>()
  return {
    admit(sessionId, stream) {
      const held = open.get(sessionId) ?? 0
      if (held >= STREAMS_PER_SESSION) throw new Refusal('BUSY', { retryAfter: 20 })
      return counted(open, sessionId, stream)
    },
  }
}

async function* counted<T>(open: Map<string, number>, sessionId: string, stream: AsyncIterable<T>): AsyncGenerator<T> {
  open.set(sessionId, (open.get(sessionId) ?? 0) + 1)
  try {
    yield* stream
  } finally {
    const left = (open.get(sessionId) ?? 1) - 1
    if (left === 0) open.delete(sessionId)
    else open.set(sessionId, left)
  }
}
