import type { Place } from '../../workers/render/index.ts'

/** UTF-16 units around the first hit that are told. */
const BEFORE = 40
const BEHIND = 80

/** What stands around the first hit of a page, with all hits that are in it. */
export interface Passage {
  readonly text: string
  /** Of the hits in `text`: from and to (exclusive), UTF-16. */
  readonly ranges: [number, number][]
}

/** What cannot be shown: the mark of a word that goes on in the next line, controls, halves of pairs. */
const MEANINGLESS = /[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]/gu

const shown = (text: string): string => text.replace(/\s/gu, ' ').replace(MEANINGLESS, '').replace(/ +/g, ' ').normalize('NFC')

/** The passage of a text around the first of these places, which are in order and one at least. */
export function passageAround(original: string, places: readonly Place[]): Passage {
  const [first = [0, 0]] = places
  const from = wordAt(original, Math.max(0, first[0] - BEFORE), first[0])
  const to = Math.min(original.length, first[1] + BEHIND)
  let text = from > 0 ? '…' : ''
  let at = from
  const ranges: [number, number][] = []
  for (const place of places) {
    if (place[1] > to) break
    if (place[0] < at) continue
    text += shown(original.slice(at, place[0]))
    const start = text.length
    text += shown(original.slice(...place))
    ranges.push([start, text.length])
    at = place[1]
  }
  text += shown(original.slice(at, to))
  return { text: to < original.length ? `${text.trimEnd()}…` : text.trimEnd(), ranges }
}

/** The beginning of a word not far behind a place, where there is one. */
function wordAt(text: string, from: number, until: number): number {
  if (from === 0) return 0
  const space = text.slice(from, until).search(/\s/u)
  return space < 0 || space > BEFORE / 2 ? from : from + space + 1
}
