import { useEffect, useState } from 'react'
import { systemClock } from './clock.ts'

export function useNow(everyMs: number): number {
  const [now, setNow] = useState(systemClock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(systemClock.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
