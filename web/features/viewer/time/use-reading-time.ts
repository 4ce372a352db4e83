import { type RefObject, useEffect, useEffectEvent } from 'react'
import { INPUT_EVENTS } from '../../../lib/input-events.ts'
import type { Lease } from '../lease.ts'
import type { ReadingReports } from './reading-reports.ts'

const TICK_MS = 5_000
const TICKS_BETWEEN_REPORTS = 12

/** Scrolling alone is no sign of anybody: a page scrolls by itself, too, and by a wheel, key or finger it has a sign anyway. */
const SIGNS = INPUT_EVENTS.filter((name) => name !== 'scroll')

/**
 * Counts how long the current page is looked at, and tells the server about once a minute and when the tab goes out of sight; the rest goes
 * with the lease, when that is given back.
 * @param panel the viewer: input elsewhere is no reading.
 * @param page the current one; undefined while none is shown.
 */
export function useReadingTime(
  panel: RefObject<HTMLElement | null>,
  reports: ReadingReports,
  lease: Pick<Lease, 'reportTimes'> | undefined,
  page: number | undefined,
): void {
  useEffect(() => reports.see({ page }), [reports, page])
  const tell = useEffectEvent(() => {
    if (lease) void reports.tell((times) => lease.reportTimes(times))
  })
  useEffect(() => {
    const look = () => reports.see({ isVisible: document.visibilityState === 'visible' })
    look()
    let ticks = 0
    const timer = setInterval(() => {
      reports.see()
      ticks += 1
      if (ticks % TICKS_BETWEEN_REPORTS === 0) tell()
    }, TICK_MS)
    const listening = new AbortController()
    const options = { capture: true, passive: true, signal: listening.signal }
    for (const name of SIGNS) panel.current?.addEventListener(name, () => reports.sign(), options)
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
  }, [panel, reports])
}
