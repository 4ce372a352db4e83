import { useId, useState } from 'react'
import { notesIn } from '../../contract/proof/checkpoint.ts'
import { useTranslation } from '../lib/i18n.ts'

interface PasteNoteProps {
  readonly notes: readonly string[]
  readonly onNotes: (notes: readonly string[]) => void
}

export function PasteNote({ notes, onNotes }: PasteNoteProps) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const isWrong = text.trim() !== '' && notes.length === 0
  return (
    <details className="verify-paste">
      <summary>{t('verify.paste')}</summary>
      <label htmlFor={`${id}-text`}>{t('verify.pasteLabel')}</label>
      <textarea
        id={`${id}-text`}
        className="field"
        rows={6}
        spellCheck={false}
        value={text}
        aria-describedby={`${id}-help`}
        aria-invalid={isWrong}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          onNotes(notesIn(value))
        }}
      />
      <p id={`${id}-help`} className="meta">
        {t('verify.pasteHelp')}
      </p>
      <p className={isWrong ? 'problem' : 'meta'} role="status">
        {isWrong && t('verify.pasteNone')}
        {notes.length > 0 && t('verify.pasteFound', { count: notes.length })}
      </p>
    </details>
  )
}
