import '../../ui/field/field.css'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { isComposing } from '../../lib/input/is-composing.ts'
import { Button } from '../../ui/button.tsx'

const LENGTH_MAX = 60

interface NameFormProps {
  readonly initial: string
  readonly saveLabel: string
  readonly isBusy: boolean
  readonly onSave: (name: string) => void
  readonly onCancel: () => void
}

export function NameForm({ initial, saveLabel, isBusy, onSave, onCancel }: NameFormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(initial)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = name.normalize('NFC').trim()
    if (isBusy) return
    if (typed === '') input.current?.focus()
    else onSave(typed)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
    event.stopPropagation()
    onCancel()
  }
  return (
    <form className="passkey-name" onSubmit={submit} noValidate>
      <input
        ref={input}
        className="field field-small"
        aria-label={t('passkeys.name')}
        autoComplete="off"
        maxLength={LENGTH_MAX}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" size="small" variant="primary" isBusy={isBusy}>
        {saveLabel}
      </Button>
      <Button size="small" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </form>
  )
}
