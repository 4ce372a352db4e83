import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { atEnd } from '../../../test/app.tsx'
import type { TimeReport } from '../opening/lease.ts'
import { ReadingReports } from './reading-reports.ts'
import { useReadingTime } from './use-reading-time.ts'

interface ViewerProps {
  readonly reports: ReadingReports
  readonly onReport: (times: readonly TimeReport[]) => void
}

function Viewer({ reports, onReport }: ViewerProps) {
  const panel = useRef<HTMLDivElement>(null)
  const lease = { reportTimes: async (times: readonly TimeReport[]) => onReport(times) }
  useReadingTime(panel, reports, lease, 1)
  return (
    <>
      <div ref={panel}>
        <p>Page 1</p>
      </div>
      <button type="button">Beside the viewer</button>
    </>
  )
}

test('reading counts until 90 seconds after the last input in the viewer; input outside it does not count', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  atEnd(() => void vi.useRealTimers())
  atEnd(() => void cleanup())
  let reported = 0
  const reports = new ReadingReports({ now: () => Date.now(), after: () => () => undefined })
  const onReport = (times: readonly TimeReport[]) => {
    reported += times.reduce((sum, { seconds }) => sum + seconds, 0)
  }
  const screen = await render(<Viewer reports={reports} onReport={onReport} />)
  const beside = screen.getByRole('button').element()
  const within = screen.getByText('Page 1').element()
  for (let minute = 0; minute < 10; minute += 1) {
    for (const name of ['pointermove', 'keydown', 'wheel', 'touchstart'])
      beside.dispatchEvent(new Event(name, { bubbles: true }))
    within.dispatchEvent(new Event('scroll', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(reported).toBe(90)
  for (const name of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart']) {
    reported = 0
    within.dispatchEvent(new Event(name, { bubbles: true }))
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect({ name, reported }).toEqual({ name, reported: 90 })
  }
})
