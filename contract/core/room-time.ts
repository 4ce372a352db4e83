import type { Language } from './errors.ts'

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

/** A time as rooms show it: `YYYY-MM-DD 오후 hh:mm`, in English `YYYY-MM-DD HH:mm` of 24 hours. @param zone IANA name of the room's time zone. */
export function formatRoomTime(at: Date, language: Language, zone: string): string {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const day = `${parts['year']}-${parts['month']}-${parts['day']}`
  if (language === 'en') return `${day} ${parts['hour']}:${parts['minute']}`
  const hour = Number(parts['hour'])
  const twelve = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0')
  return `${day} ${hour < 12 ? '오전' : '오후'} ${twelve}:${parts['minute']}`
}
