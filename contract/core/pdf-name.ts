import type { Language } from './language.ts'
import { LIMITS } from './limits.ts'

const ENDING = '.pdf'
const SEALED = { ko: ' (서명 완료)', en: ' (signed)' } as const satisfies Record<Language, string>

/** The name of the file in which a document to sign is given out, in mails, folders and downloads alike: people name it as they like. */
export const pdfNameOf = (name: string): string => withEnding(name, '')

/** The name of the sealed PDF that came of a document: another one than that of its original, beside which it lies. */
export const sealedNameOf = (name: string, language: Language): string => withEnding(name, SEALED[language])

/** What is too long loses the end of its stem, no part of a letter. */
function withEnding(name: string, suffix: string): string {
  const own = /\.pdf$/i.exec(name)?.[0]
  const stem = own === undefined ? name : name.slice(0, -own.length)
  const ending = `${suffix}${own ?? ENDING}`
  return `${cut(stem, LIMITS.nameLength - ending.length)}${ending}`
}

/** As much of a text as has no more code points, in whole letters as people see them. */
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
