import './field.css'
import { useState } from 'react'
import { isDay } from '../../lib/input/is-day.ts'

interface DayFieldProps {
  readonly className: string
  readonly label: string
  readonly day: string | undefined
  readonly onDay: (day: string) => void
}

export function DayField({ className, label, day = '', onDay }: DayFieldProps) {
  const [shown, setShown] = useState({ day, typed: day })
  if (shown.day !== day) setShown({ day, typed: day })
  return (
    <input
      className={`field field-small numbers ${className}`}
      type="date"
      aria-label={label}
      value={shown.typed}
      onChange={({ currentTarget: { value, validity } }) => {
        setShown({ day, typed: value })
        if (value !== day && !validity.badInput && (value === '' || isDay(value))) onDay(value)
      }}
      onBlur={() => setShown({ day, typed: day })}
    />
  )
}
