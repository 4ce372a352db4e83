import type { Language } from './errors.ts'

type WallClock = Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>>

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, made)
  return made
}

/** @param zone is an IANA name. */
export const wallClock = (at: Date, zone: string): WallClock =>
  Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  ) as WallClock

export function formatDay(at: Date, zone: string): string {
  const { year, month, day } = wallClock(at, zone)
  return `${year}-${month}-${day}`
}

export function formatMinute(at: Date, zone: string): string {
  const { year, month, day, hour, minute } = wallClock(at, zone)
  return `${year}-${month}-${day} ${hour}:${minute}`
}

/** Formats as `YYYY-MM-DD 오후 hh:mm`, in English as `YYYY-MM-DD HH:mm`. */
export function formatRoomTime(at: Date, language: Language, zone: string): string {
  if (language === 'en') return formatMinute(at, zone)
  const { year, month, day, hour, minute } = wallClock(at, zone)
  const twelve = String(Number(hour) % 12 === 0 ? 12 : Number(hour) % 12).padStart(2, '0')
  return `${year}-${month}-${day} ${Number(hour) < 12 ? '오전' : '오후'} ${twelve}:${minute}`
}

/**
 * A repeated minute yields one of its two times, a skipped one a nearby time.
 * @param day is `YYYY-MM-DD`.
 * @param time is `HH:mm`.
 */
export function momentAt(day: string, time: string, zone: string): Date | undefined {
  const wall = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(wall)) return undefined
  const shownAt = (moment: number) =>
    Date.parse(`${formatMinute(new Date(moment), zone).replace(' ', 'T')}Z`)
  // The offset depends on the result, so one more step corrects it.
  const near = wall - (shownAt(wall) - wall)
  return new Date(near - (shownAt(near) - wall))
}

export const formatRoomTimeIn = (at: Date, language: Language, zone: string): string =>
  `${formatRoomTime(at, language, zone)} (${zone})`
