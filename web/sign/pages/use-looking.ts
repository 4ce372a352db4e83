import { useEffect } from 'react'
import { systemClock } from '../../lib/browser/clock.ts'

const FIRST_LOOK_MS = 5_000
const LAST_LOOK_MS = 60_000

export function useLooking(isWaiting: boolean, look: () => Promise<void>): void {
  useEffect(() => {
    if (!isWaiting) return
    let wait = FIRST_LOOK_MS
    let cancel = () => {}
    let isStopped = false
    const next = () => {
      cancel = systemClock.after(wait, async () => {
        wait = Math.min(LAST_LOOK_MS, wait * 1.5)
        if (document.visibilityState === 'visible') await look()
        if (!isStopped) next()
      })
    }
    next()
    return () => {
      isStopped = true
      cancel()
    }
  }, [isWaiting, look])
}
