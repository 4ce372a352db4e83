import { useEffect, useRef, useState } from 'react'
import { systemClock } from '../../lib/clock.ts'

/** Follows a value at once, but while it keeps changing only when it rests: an arrow key held down in the list opens the last document, not each. */
export function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (value === settled) return undefined
    const now = systemClock.now()
    const isRested = now - changedAt.current >= restMs
    changedAt.current = now
    if (!isRested) return systemClock.after(restMs, () => setSettled(value))
    setSettled(value)
    return undefined
  }, [value, settled, restMs])
  return settled
}
