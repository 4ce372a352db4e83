import { useEffect, useState } from 'react'
import { systemClock } from '../../lib/clock.ts'
import type { PageFacts } from './page-facts.ts'

/** A page must be in sight for so long: what is scrolled past is not asked about. */
const REST_MS = 150

/** What is known about a page; undefined until it is, and where it could not be had: pages can be read without. */
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
