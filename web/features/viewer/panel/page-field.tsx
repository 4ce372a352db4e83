import './page-field.css'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { isComposing } from '../../../lib/input/is-composing.ts'

interface PageFieldProps {
  readonly page: number
  readonly total: number
  readonly onGo: (page: number) => void
}

export function PageField({ page, total, onGo }: PageFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const value = typed ?? String(page)

  const commit = () => {
    setTyped(undefined)
    if (typed) onGo(Math.min(Math.max(Number(typed), 1), total))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      commit()
      event.currentTarget.select()
    } else if (event.key === 'Escape' && typed !== undefined) {
      setTyped(undefined)
      event.preventDefault()
    }
  }
  return (
    <span className="viewer-page-field numbers">
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('viewer.goTo', { total })}
        value={value}
        style={{ width: `${Math.max(String(total).length, 2)}ch` }}
        onChange={(event) =>
          setTyped(event.currentTarget.value.normalize('NFKC').replace(/\D/g, '').slice(0, 6))
        }
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
        onBlur={commit}
      />
      <span aria-hidden="true">{t('viewer.ofPages', { total })}</span>
    </span>
  )
}
