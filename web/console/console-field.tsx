import '../ui/field/field.css'
import { type Ref, useId } from 'react'

interface ConsoleFieldProps {
  readonly label: string
  readonly value: string
  readonly type?: 'text' | 'email' | 'number' | 'date' | 'url'
  readonly help?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly onChange: (value: string) => void
}

export function ConsoleField({
  label,
  value,
  type = 'text',
  help,
  ref,
  onChange,
}: ConsoleFieldProps) {
  const id = useId()
  return (
    <div className="console-field">
      <label htmlFor={id}>{label}</label>
      <input
        {...{ id, ref, type, value }}
        className="field"
        {...(help === undefined ? {} : { 'aria-describedby': `${id}-help` })}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {help !== undefined && (
        <p id={`${id}-help`} className="meta">
          {help}
        </p>
      )}
    </div>
  )
}
