import './choice.css'
import type { ReactNode } from 'react'

interface ChoiceProps {
  readonly type: 'radio' | 'checkbox'
  readonly name?: string
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
  readonly children: ReactNode
}

export function Choice({ type, name, isChosen, onChange, children }: ChoiceProps) {
  return (
    <label className="choice">
      <input
        type={type}
        name={name}
        checked={isChosen}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  )
}
