import { LANGUAGES, type Language } from '../../../../contract/core/language.ts'
import { AUDIT } from './templates/audit.ts'
import { CLINICAL } from './templates/clinical.ts'
import { DUE_DILIGENCE } from './templates/due-diligence.ts'
import { FUND_RAISING } from './templates/fund-raising.ts'
import { REAL_ESTATE } from './templates/real-estate.ts'

interface BuiltInTemplate {
  readonly id: string
  readonly language: Language
  readonly name: string
  /** Two spaces mark one level. */
  readonly text: string
}

type Texts = Readonly<Record<Language, Pick<BuiltInTemplate, 'name' | 'text'>>>

const TEMPLATES: Readonly<Record<string, Texts>> = {
  'due-diligence': DUE_DILIGENCE,
  'real-estate': REAL_ESTATE,
  'fund-raising': FUND_RAISING,
  clinical: CLINICAL,
  audit: AUDIT,
}

export const BUILT_IN_TEMPLATES: readonly BuiltInTemplate[] = Object.entries(TEMPLATES).flatMap(
  ([id, texts]) =>
    LANGUAGES.map((language) => ({ ...texts[language], id: `${id}.${language}`, language })),
)

const INDENT = 2

export const foldersIn = (text: string): { level: number; name: string }[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({
      level: (line.length - line.trimStart().length) / INDENT + 1,
      name: line.trim(),
    }))
