import { Shares } from '../../platform/http/shares.ts'

/** Each stream asks the database at each hint. */
const STREAMS = { perMember: 20, retryAfter: 20 }

/** Counts the open streams of members. */
export interface StreamLimit {
  /** The stream, counted from its first turn until it ends. @throws Refusal BUSY when the member holds too many. */
  admit<T>(memberId: number, stream: AsyncIterable<T>): AsyncIterable<T>
}

export function createStreamLimit(): StreamLimit {
  const shares = new Shares(STREAMS)
  return {
    admit(memberId, stream) {
      // Refused here, where an error can still be answered; one that is never begun holds nothing.
      shares.take(memberId)()
      return held(shares, memberId, stream)
    },
  }
}

async function* held<T>(shares: Shares, memberId: number, stream: AsyncIterable<T>): AsyncGenerator<T> {
  const giveBack = shares.take(memberId)
  try {
    yield* stream
  } finally {
    giveBack()
  }
}
