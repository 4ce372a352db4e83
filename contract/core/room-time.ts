import type { Language } from './errors.ts'

const HALF_DAY: Record<Language, readonly [am: string, pm: string]> = { ko: ['오전', '오후'], en: ['AM', 'PM'] }

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
    hourCycle: 'h23',
  })
  formats.set(zone, made)
  return made
}

/** A time as rooms show it: `YYYY-MM-DD 오후 hh:mm` or `YYYY-MM-DD hh:mm PM`. @param zone IANA name of the room's time zone. */
export function formatRoomTime(at: Date, language: Language, zone: string): string {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const hour = Number(parts['hour'])
  const twelve = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0')
  const half = HALF_DAY[language][hour < 12 ? 0 : 1]
  const time = `${twelve}:${parts['minute']}`
  return `${parts['year']}-${parts['month']}-${parts['day']} ${language === 'ko' ? `${half} ${time}` : `${time} ${half}`}`
}
