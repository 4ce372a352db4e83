import { useEffect, useState } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import type { PageFacts } from './page-facts.ts'

/** Passed pages cause no requests. */
const REST_MS = 150

/** Pages are readable without it. */
export function usePageFact<T>(facts: PageFacts<T>, page: number): T | undefined {
  const [fact, setFact] = useState(() => facts.known(page))
  useEffect(() => {
    const leaving = new AbortController()
    const ask = async () => {
      const answer = await facts.get(page, leaving.signal)
      if (!leaving.signal.aborted) setFact(answer)
    }
    const cancel = systemClock.after(REST_MS, () => void ask().catch(() => undefined))
    return () => {
      cancel()
      leaving.abort()
    }
  }, [facts, page])
  return fact
}
