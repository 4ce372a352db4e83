import '../../../ui/field/field.css'
import { useId } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'

interface NoticeFieldsProps {
  readonly notice: string
  readonly onNotice: (notice: string) => void
  readonly days: string
  readonly onDays: (days: string) => void
}

export function NoticeFields({ notice, onNotice, days, onDays }: NoticeFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <>
      <label className="meta" htmlFor={`${id}-notice`}>
        {t('compose.notice')}
      </label>
      <textarea
        id={`${id}-notice`}
        className="field note-field"
        maxLength={LIMITS.signNotice}
        value={notice}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onNotice(currentTarget.value)}
      />
      <p id={`${id}-hint`} className="meta">
        {t('compose.noticeHint')}
      </p>
      <label className="meta">
        {t('compose.signValid')}
        <input
          className="field numbers"
          inputMode="numeric"
          value={days}
          onChange={({ currentTarget }) => onDays(currentTarget.value)}
        />
      </label>
    </>
  )
}
