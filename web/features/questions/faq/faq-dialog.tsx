import { useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'

interface FaqText {
  readonly title: string
  readonly question: string
  readonly answer: string
}

interface FaqDialogProps {
  readonly title: string
  readonly submit: string
  readonly start: FaqText
  readonly onSkip?: (() => void) | undefined
  readonly onText: (text: FaqText) => Promise<void>
  readonly onClose: () => void
}

export function FaqDialog({ title, submit, start, onSkip, onText, onClose }: FaqDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(start)
  return (
    <FormDialog
      title={title}
      help={{ text: t('questions.publishHelp') }}
      className="questions-form"
      submit={submit}
      aside={onSkip && <Button onClick={onSkip}>{t('questions.publishSkip')}</Button>}
      onSubmit={async () => {
        if (Object.values(text).some((value) => value.trim() === ''))
          return t('questions.writeNothing')
        await onText(text)
        return undefined
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <label className="questions-field">
            {t('questions.writeTitle')}
            <input
              {...field}
              className="field"
              maxLength={LIMITS.threadTitle}
              value={text.title}
              onChange={(event) => setText({ ...text, title: event.currentTarget.value })}
            />
          </label>
          <label className="questions-field">
            {t('questions.publishQuestion')}
            <textarea
              className="field questions-text"
              rows={4}
              maxLength={LIMITS.threadText}
              value={text.question}
              onChange={(event) => setText({ ...text, question: event.currentTarget.value })}
            />
          </label>
          <label className="questions-field">
            {t('questions.publishAnswer')}
            <textarea
              className="field questions-text"
              rows={5}
              maxLength={LIMITS.threadText}
              value={text.answer}
              onChange={(event) => setText({ ...text, answer: event.currentTarget.value })}
            />
          </label>
        </>
      )}
    </FormDialog>
  )
}
