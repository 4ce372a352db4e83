import * as contract from '../../../contract/features/search.ts'
import type { Actor } from '../../access/actor.ts'
import { ConcurrencyLimiter } from '../../platform/http/concurrency-limiter.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import type { SearchParts } from './search.parts.ts'
import { searchContents } from './search-contents.ts'

export const searchOperations = [contract.contents] as const

/** A member may abandon one search; pages keep capacity. */
const SEARCHES = { perMember: 2, inAll: 8, retryAfter: 1 }

export function searchHandlers(parts: SearchParts): Handlers<typeof searchOperations, Actor> {
  const searches = new ConcurrencyLimiter(SEARCHES)
  return {
    'search.contents': async ({ actor, body, signal }) => {
      const release = searches.take(actor.memberId)
      try {
        await parts.throttle.count('search', String(actor.memberId))
        return await searchContents(parts, actor, body, signal)
      } finally {
        release()
      }
    },
  }
}
