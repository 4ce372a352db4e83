import type { Language } from '../../../../contract/core/errors.ts'
import { LEVEL_NAMES, LEVELS, type Level, readLevel } from '../../../../contract/features/levels.ts'

/** The hidden sheet. Its name and first cell are stored in files that people keep. */
export const HIDDEN_SHEET = 'sealroom'
export const MATRIX_FORMAT = 'sealroom-rights/1'

export const WORDS = {
  ko: { sheet: '권한', item: '폴더·문서', root: '전체 문서', since: '부터', until: '까지' },
  en: { sheet: 'Permissions', item: 'Folder or document', root: 'All documents', since: 'from', until: 'until' },
} as const satisfies Record<Language, unknown>

export const wordOf = (level: Level, language: Language): string => LEVEL_NAMES[language][LEVELS.indexOf(level)] ?? level

/** Levels from above are in brackets. */
export const BRACKET = '('

/** Null is what stands in brackets or is empty. @returns undefined for words that are no level. */
export function readCell(text: string): Level | null | undefined {
  // What follows the semicolon is the period, which a spreadsheet does not change.
  const [word = ''] = text.split(';')
  const isInherited = word.trim() === '' || word.trim().startsWith(BRACKET)
  return isInherited ? null : readLevel(word)
}
