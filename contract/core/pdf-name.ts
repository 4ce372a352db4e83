import type { Language } from './language.ts'
import { LIMITS } from './limits.ts'

const ENDING = '.pdf'
const SEALED = { ko: ' (서명 완료)', en: ' (signed)' } as const satisfies Record<Language, string>

export const pdfNameOf = (name: string): string => withEnding(name, '')

/** The source may be in the same folder, so the ending keeps the names distinct. */
export const sealedNameOf = (name: string, language: Language): string =>
  withEnding(name, SEALED[language])

function withEnding(name: string, suffix: string): string {
  const own = /\.pdf$/i.exec(name)?.[0]
  const stem = own === undefined ? name : name.slice(0, -own.length)
  const ending = `${suffix}${own ?? ENDING}`
  return `${cut(stem, LIMITS.nameLength - ending.length)}${ending}`
}

function cut(text: string, codePoints: number): string {
  if ([...text].length <= codePoints) return text
  let kept = ''
  let left = codePoints
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    left -= [...segment].length
    if (left < 0) break
    kept += segment
  }
  return kept.trimEnd()
}
