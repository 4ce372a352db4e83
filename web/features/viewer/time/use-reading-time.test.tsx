import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { atEnd } from '../../../test/app.tsx'
import type { TimeReport } from '../lease.ts'
import { ReadingReports } from './reading-reports.ts'
import { useReadingTime } from './use-reading-time.ts'

interface ViewerProps {
  readonly reports: ReadingReports
  readonly onTold: (times: readonly TimeReport[]) => void
}

function Viewer({ reports, onTold }: ViewerProps) {
  const panel = useRef<HTMLDivElement>(null)
  const lease = { reportTimes: async (times: readonly TimeReport[]) => onTold(times) }
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

test('reading counts until 90 seconds after the last input in the viewer, and input beside it is none', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  atEnd(() => void vi.useRealTimers())
  atEnd(() => void cleanup())
  let told = 0
  const reports = new ReadingReports({ now: () => Date.now(), after: () => () => undefined })
  const onTold = (times: readonly TimeReport[]) => {
    told += times.reduce((sum, { seconds }) => sum + seconds, 0)
  }
  const screen = await render(<Viewer reports={reports} onTold={onTold} />)
  const beside = screen.getByRole('button').element()
  const within = screen.getByText('Page 1').element()
  for (let minute = 0; minute < 10; minute += 1) {
    for (const name of ['pointermove', 'keydown', 'wheel', 'touchstart']) beside.dispatchEvent(new Event(name, { bubbles: true }))
    within.dispatchEvent(new Event('scroll', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(told).toBe(90)
  for (const name of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart']) {
    told = 0
    within.dispatchEvent(new Event(name, { bubbles: true }))
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect({ name, told }).toEqual({ name, told: 90 })
  }
})
