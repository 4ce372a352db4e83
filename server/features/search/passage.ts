import type { TextRange } from '../../workers/render/index.ts'

const BEFORE = 40
const BEHIND = 80

export interface Passage {
  readonly text: string
  /** UTF-16 offsets with exclusive ends. */
  readonly ranges: [number, number][]
}

const MEANINGLESS = /[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]/gu

const shown = (text: string): string =>
  text.replace(/\s/gu, ' ').replace(MEANINGLESS, '').replace(/ +/g, ' ').normalize('NFC')

/** `places` must be sorted and not empty. */
export function passageAround(original: string, places: readonly TextRange[]): Passage {
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

function wordAt(text: string, from: number, until: number): number {
  if (from === 0) return 0
  const space = text.slice(from, until).search(/\s/u)
  return space < 0 || space > BEFORE / 2 ? from : from + space + 1
}
