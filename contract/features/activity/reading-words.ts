import type { Language } from '../../core/language.ts'

export interface PageTime {
  readonly page: number
  readonly seconds: number
}

const RANGES_NAMED = 2

interface PageRange {
  readonly first: number
  readonly last: number
}

function rangesOf(pages: readonly number[]): PageRange[] {
  const ranges: PageRange[] = []
  for (const page of [...new Set(pages)].sort((one, other) => one - other)) {
    const open = ranges.at(-1)
    if (open?.last === page - 1) ranges[ranges.length - 1] = { first: open.first, last: page }
    else ranges.push({ first: page, last: page })
  }
  return ranges
}

const textOf = ({ first, last }: PageRange): string =>
  first === last ? `${first}` : `${first}–${last}`
const countOf = (ranges: readonly PageRange[]): number =>
  ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)

/** Returns text such as `12쪽`, `12–15쪽 외 3개 쪽` or `pages 12–15 and 3 more`. */
export function pagesInWords(pages: readonly number[], language: Language): string {
  const [first, ...others] = rangesOf(pages)
  if (!first) return language === 'ko' ? '0개 쪽' : '0 pages'
  const named = others.length < RANGES_NAMED ? others : []
  const unnamed = countOf(others) - countOf(named)
  const texts = [first, ...named].map(textOf)
  if (language === 'ko') return `${texts.join(', ')}쪽${unnamed > 0 ? ` 외 ${unnamed}개 쪽` : ''}`
  const noun = countOf([first, ...named]) === 1 ? 'page' : 'pages'
  return `${noun} ${texts.join(' and ')}${unnamed > 0 ? ` and ${unnamed} more` : ''}`
}

const UNITS = [
  { size: 3_600, ko: '시간', en: 'hour' },
  { size: 60, ko: '분', en: 'minute' },
  { size: 1, ko: '초', en: 'second' },
] as const

/** Returns text such as `6분 2초` or `6 minutes 2 seconds`. */
export function secondsInWords(seconds: number, language: Language): string {
  let rest = seconds > 0 ? Math.max(1, Math.round(seconds)) : 0
  const words: string[] = []
  for (const { size, ko, en } of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0 || (size === 1 && words.length === 0))
      words.push(language === 'ko' ? `${count}${ko}` : `${count} ${en}${count === 1 ? '' : 's'}`)
  }
  return words.join(' ')
}

export const secondsOf = (pages: readonly PageTime[]): number =>
  pages.reduce((sum, { seconds }) => sum + seconds, 0)
