import type { Language } from '../../core/errors.ts'
import type { ViewedAs } from '../../proof/log-entry.ts'

/** Exports contain these words, so they never change. */
export function viewWords(viewAs: ViewedAs, language: Language): string {
  const isGroup = 'groupId' in viewAs
  if (language === 'ko') return `${viewAs.name}${isGroup ? ' 그룹' : ' 님'}의 화면으로`
  return `viewing as ${isGroup ? `the group ${viewAs.name}` : viewAs.name}`
}
