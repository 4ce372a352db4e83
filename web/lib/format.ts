import type { Language } from '../../contract/core/errors.ts'
import { formatDay, formatRoomTime } from '../../contract/core/room-time.ts'

export { formatSize } from '../../contract/core/format-size.ts'

/** The zone in which times are shown to everybody, wherever they are. */
export const ROOM_ZONE = 'Asia/Seoul'

/** An instant of the wire in the room's zone: `YYYY-MM-DD 오후 hh:mm`, in English `YYYY-MM-DD HH:mm`. */
export const formatInstant = (instant: string | number, language: Language): string =>
  formatRoomTime(new Date(instant), language, ROOM_ZONE)

/** The day of the room in which a moment lies, `YYYY-MM-DD`. */
export const dayOf = (instant: string | number): string => formatDay(new Date(instant), ROOM_ZONE)

/** A name in two pieces, so that a long stem can be shortened while the extension stays in sight. */
export function splitName(name: string): readonly [stem: string, extension: string] {
  const extension = /(?<=.)\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? ''
  return [name.slice(0, name.length - extension.length), extension]
}

/** What of a stem stays in sight with the extension: copies and drafts of a document differ in the last words. */
const TAIL = 6
/** A shorter stem is cut at its end. */
const FOLDED_FROM = 12

/** A name in two pieces for a line that may be too short for it: the first gives way, the second with the end of the stem stays. */
export function foldName(name: string): readonly [head: string, tail: string] {
  const [stem, extension] = splitName(name)
  const characters = [...stem]
  if (characters.length < FOLDED_FROM) return [stem, extension]
  return [characters.slice(0, -TAIL).join(''), characters.slice(-TAIL).join('') + extension]
}
