import { Refusal } from '../../platform/http/refusal.ts'

/** Searches of one session that run at the same time on a node: the one whose answer is no longer wanted, and the next. */
const SEARCHES_PER_SESSION = 3
const RETRY_AFTER_SECONDS = 1

/** Counts the searches of sessions, so that nobody takes the render workers for themselves. */
export interface SearchLimit {
  /** @throws Refusal BUSY where the session searches too much already. */
  admit<T>(sessionId: string, search: () => Promise<T>): Promise<T>
}

export function createSearchLimit(): SearchLimit {
  const running = new Map<string, number>()
  return {
    async admit(sessionId, search) {
      const others = running.get(sessionId) ?? 0
      if (others >= SEARCHES_PER_SESSION) throw new Refusal('BUSY', { retryAfter: RETRY_AFTER_SECONDS })
      running.set(sessionId, others + 1)
      try {
        return await search()
      } finally {
        const left = (running.get(sessionId) ?? 1) - 1
        if (left === 0) running.delete(sessionId)
        else running.set(sessionId, left)
      }
    },
  }
}
