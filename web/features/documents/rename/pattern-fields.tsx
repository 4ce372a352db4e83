import { type RefObject, useId } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Pattern } from './new-names.ts'

interface PatternFieldsProps {
  readonly pattern: Pattern
  readonly first: RefObject<HTMLInputElement | null>
  readonly onChange: (pattern: Pattern) => void
}

const NUMBER_MAX = 999_999

export function PatternFields({ pattern, first, onChange }: PatternFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const set = (more: Partial<Pattern>) => onChange({ ...pattern, ...more })
  const field = (key: 'find' | 'replace' | 'prefix' | 'name' | 'suffix', label: string) => (
    <label className="renaming-field">
      <span>{label}</span>
      <input
        ref={key === 'find' ? first : undefined}
        className="field"
        value={pattern[key]}
        aria-describedby={`${id}-help`}
        spellCheck={false}
        onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
      />
    </label>
  )
  return (
    <div className="renaming-fields">
      <div className="renaming-line">
        {field('find', t('renaming.find'))}
        {field('replace', t('renaming.replace'))}
      </div>
      <div className="renaming-line">
        {field('prefix', t('renaming.prefix'))}
        {field('name', t('renaming.name'))}
        {field('suffix', t('renaming.suffix'))}
        <label className="renaming-field renaming-number">
          <span>{t('renaming.from')}</span>
          <input
            className="field numbers"
            inputMode="numeric"
            value={pattern.from}
            onChange={({ currentTarget }) => set({ from: numberOf(currentTarget.value) })}
          />
        </label>
      </div>
      <p id={`${id}-help`} className="renaming-help">
        {t('renaming.patternHelp')}
      </p>
    </div>
  )
}

const numberOf = (typed: string): number => Math.min(Number(typed.replace(/\D/g, '')), NUMBER_MAX)
