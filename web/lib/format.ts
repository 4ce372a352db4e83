import type { Language } from '../../contract/core/errors.ts'
import { formatDay, formatRoomTime } from '../../contract/core/room-time.ts'

export { formatSize } from '../../contract/core/format-size.ts'

/** No call changes `rooms.zone`, so every room has its default. */
export const ROOM_ZONE = 'Asia/Seoul'

/** Formats `YYYY-MM-DD 오후 hh:mm`, English `YYYY-MM-DD HH:mm`. */
export const formatInstant = (instant: string | number, language: Language): string =>
  formatRoomTime(new Date(instant), language, ROOM_ZONE)

export const dayOf = (instant: string | number): string => formatDay(new Date(instant), ROOM_ZONE)

export function splitName(name: string): readonly [stem: string, extension: string] {
  const extension = /(?<=.)\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? ''
  return [name.slice(0, name.length - extension.length), extension]
}

/** Copies and drafts differ in these last characters, so they stay visible. */
const TAIL = 6
const SPLIT_FROM = 12

export function splitForEllipsis(name: string): readonly [head: string, tail: string] {
  const [stem, extension] = splitName(name)
  const characters = [...stem]
  if (characters.length < SPLIT_FROM) return [stem, extension]
  return [characters.slice(0, -TAIL).join(''), characters.slice(-TAIL).join('') + extension]
}
