import { useEffect, useState } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'

const REST_MS = 250

export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => systemClock.after(REST_MS, () => setRested(() => value)), [value])
  return rested
}
