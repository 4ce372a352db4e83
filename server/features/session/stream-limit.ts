import { ConcurrencyLimiter } from '../../platform/http/concurrency-limiter.ts'

/** Each stream queries the database at each hint. */
const STREAMS = { perMember: 20, retryAfter: 20 }

export interface StreamLimit {
  /** @throws Refusal BUSY beyond the limit */
  admit<T>(memberId: number, stream: AsyncIterable<T>): AsyncIterable<T>
}

export function createStreamLimit(): StreamLimit {
  const limiter = new ConcurrencyLimiter(STREAMS)
  return {
    admit(memberId, stream) {
      // An error response is still possible.
      limiter.take(memberId)()
      return held(limiter, memberId, stream)
    },
  }
}

async function* held<T>(
  limiter: ConcurrencyLimiter,
  memberId: number,
  stream: AsyncIterable<T>,
): AsyncGenerator<T> {
  const giveBack = limiter.take(memberId)
  try {
    yield* stream
  } finally {
    giveBack()
  }
}
