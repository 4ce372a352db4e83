import { describe, expect, it } from 'vitest'
import { formatDay } from '../../contract/core/room-time.ts'
import { type TimelineEvent, timelineOf, withoutReturns } from './timeline.mjs'

const DAY_MS = 86_400_000
const ZONE = 'Asia/Seoul'
const NOWS = Array.from(
  { length: 7 },
  (_, index) => new Date(Date.parse('2026-03-02T15:05:00Z') + index * (DAY_MS + 3 * 3_600_000)),
)

const visitsOf = (events: readonly TimelineEvent[]) => events.filter(({ kind }) => kind === 'visit')
const isWeekend = ({ at }: TimelineEvent): boolean =>
  [0, 6].includes(new Date(`${formatDay(at, ZONE)}T12:00:00Z`).getUTCDay())

describe.each(NOWS)('the timeline of the demo before %s', (now) => {
  const events = timelineOf(now)

  it('goes from the making of the room to the last hour, in order', () => {
    expect(events[0]?.kind).toBe('create')
    const times = events.map(({ at }) => at.getTime())
    expect(times).toEqual([...times].sort((one, other) => one - other))
    expect(now.getTime() - (times[0] ?? 0)).toBeLessThan(29 * DAY_MS)
    expect(now.getTime() - (times.at(-1) ?? 0)).toBeLessThan(3_600_000)
    expect(times.at(-1)).toBeLessThan(now.getTime())
  })

  it('has something on at least 20 days, and little on weekends', () => {
    expect(new Set(events.map(({ at }) => formatDay(at, ZONE))).size).toBeGreaterThanOrEqual(20)
    const past = visitsOf(events).filter(({ at }) => formatDay(at, ZONE) < formatDay(now, ZONE))
    expect(past.length).toBeGreaterThan(40)
    expect(past.length).toBeLessThan(90)
    expect(past.filter(isWeekend).length / 8).toBeLessThan(
      past.filter((visit) => !isWeekend(visit)).length / 20 / 2,
    )
  })

  it('lets everybody in once invited, and nobody once blocked', () => {
    const at = (wanted: string) => events.findIndex(({ kind }) => kind === wanted)
    expect(events.findIndex(({ kind }) => kind === 'visit')).toBeGreaterThan(at('invite'))
    expect(events.findLastIndex(({ key }) => key === 'serin')).toBeLessThan(at('block'))
    expect([...new Set(visitsOf(events).map(({ key }) => key))].sort()).toEqual([
      'dohyeon',
      'emma',
      'hayun',
      'jiwoo',
      'seojin',
      'serin',
      'taeo',
    ])
    for (const { readings = [] } of visitsOf(events)) {
      expect(readings.length).toBeGreaterThan(0)
      // Documents close after ten minutes without a report.
      for (const { pages } of readings)
        for (const [, seconds] of pages) expect(seconds).toBeLessThan(240)
    }
  })

  it('is the same at each run', () => {
    expect(timelineOf(now)).toEqual(events)
    const visits = visitsOf(withoutReturns(events))
    expect(new Set(visits.map(({ key }) => key)).size).toBe(visits.length)
    expect(visits).toHaveLength(7)
  })
})
