import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface CodeFormProps {
  readonly label: string
  readonly sendLabel: string
  readonly isBusy: boolean
  readonly maxLength: number
  readonly onSend: (code: string) => void
  readonly children?: ReactNode
}

export function CodeForm({ label, sendLabel, isBusy, maxLength, onSend, children }: CodeFormProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && code.trim() !== '') onSend(code)
  }
  return (
    <form className="security-code" onSubmit={submit} noValidate>
      <label className="meta" htmlFor={id}>
        {label}
      </label>
      <div className="security-row">
        <input
          id={id}
          className="field field-small numbers"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={maxLength}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" size="small" variant="primary" isBusy={isBusy}>
          {sendLabel}
        </Button>
        {children}
      </div>
    </form>
  )
}
