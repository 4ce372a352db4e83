import { type RefObject, useEffect, useEffectEvent } from 'react'
import { INPUT_EVENTS } from '../../../lib/input/input-events.ts'
import type { Lease } from '../opening/lease.ts'
import type { ReadingReports } from './reading-reports.ts'

const TICK_MS = 5_000
const TICKS_BETWEEN_REPORTS = 12

/** Pages also scroll without input. */
const SIGNS = INPUT_EVENTS.filter((name) => name !== 'scroll')

/** Reports each minute and on hiding. @param panel counts only input inside it */
export function useReadingTime(
  panel: RefObject<HTMLElement | null>,
  reports: ReadingReports,
  lease: Pick<Lease, 'reportTimes'> | undefined,
  page: number | undefined,
): void {
  useEffect(() => reports.see({ page }), [reports, page])
  const report = useEffectEvent(() => {
    if (lease) void reports.report((times) => lease.reportTimes(times))
  })
  useEffect(() => {
    const look = () => reports.see({ isVisible: document.visibilityState === 'visible' })
    look()
    let ticks = 0
    const timer = setInterval(() => {
      reports.see()
      ticks += 1
      if (ticks % TICKS_BETWEEN_REPORTS === 0) report()
    }, TICK_MS)
    const listening = new AbortController()
    const options = { capture: true, passive: true, signal: listening.signal }
    for (const name of SIGNS) panel.current?.addEventListener(name, () => reports.sign(), options)
    document.addEventListener(
      'visibilitychange',
      () => {
        look()
        // A hidden tab may never run again.
        if (document.visibilityState === 'hidden') report()
      },
      options,
    )
    return () => {
      clearInterval(timer)
      listening.abort()
    }
  }, [panel, reports])
}
