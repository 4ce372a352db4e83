import { useEffect, useEffectEvent } from 'react'
import { INPUT_EVENTS } from '../../../lib/input-events.ts'
import type { Lease } from '../lease.ts'
import type { ReadingReports } from './reading-reports.ts'

const TICK_MS = 5_000
const TICKS_BETWEEN_REPORTS = 12

/**
 * Counts how long the current page is looked at, and tells the server about once a minute and when the tab goes out of sight; the rest goes
 * with the lease, when that is given back.
 * @param page the current one; undefined while none is shown.
 */
export function useReadingTime(reports: ReadingReports, lease: Lease | undefined, page: number | undefined): void {
  useEffect(() => reports.see({ page }), [reports, page])
  const tell = useEffectEvent(() => {
    if (lease) void reports.tell((times) => lease.reportTimes(times))
  })
  useEffect(() => {
    const look = () => reports.see({ isVisible: document.visibilityState === 'visible', isFocused: document.hasFocus() })
    look()
    let ticks = 0
    const timer = setInterval(() => {
      reports.see()
      ticks += 1
      if (ticks % TICKS_BETWEEN_REPORTS === 0) tell()
    }, TICK_MS)
    const listening = new AbortController()
    const options = { capture: true, passive: true, signal: listening.signal }
    for (const name of INPUT_EVENTS) addEventListener(name, () => reports.sign(), options)
    for (const name of ['focus', 'blur'] as const) addEventListener(name, look, options)
    document.addEventListener(
      'visibilitychange',
      () => {
        look()
        // It may be the last that is heard of this tab.
        if (document.visibilityState === 'hidden') tell()
      },
      options,
    )
    return () => {
      clearInterval(timer)
      listening.abort()
    }
  }, [reports])
}
