import { useEffect, useState } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'

export function useSlowly<T>(value: T, pauseMs: number): T {
  const [slow, setSlow] = useState(value)
  useEffect(() => systemClock.after(pauseMs, () => setSlow(value)), [value, pauseMs])
  return slow
}
