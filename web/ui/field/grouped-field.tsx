import './field.css'
import type { InputHTMLAttributes, RefObject } from 'react'
import { type HyphenGrouping, regroup } from '../../lib/input/grouped-input.ts'

interface GroupedFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  readonly value: string
  readonly grouping: HyphenGrouping
  readonly onValue: (value: string) => void
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly isHidden?: boolean
}

export function GroupedField({
  value,
  grouping,
  onValue,
  inputRef,
  isHidden = false,
  ...rest
}: GroupedFieldProps) {
  return (
    <input
      {...rest}
      ref={inputRef}
      className={isHidden ? 'field field-grouped field-hidden' : 'field field-grouped'}
      type="text"
      value={value}
      autoCapitalize={grouping.upperCase ? 'characters' : 'off'}
      autoCorrect="off"
      spellCheck={false}
      onChange={(event) => {
        const input = event.currentTarget
        const next = regroup(input.value, input.selectionStart ?? input.value.length, grouping)
        // React alone would move the caret to the end.
        input.value = next.value
        input.setSelectionRange(next.caret, next.caret)
        onValue(next.value)
      }}
    />
  )
}
