import './code-field.css'
import { Fragment, type InputHTMLAttributes, type RefObject, useState } from 'react'
import { type HyphenGrouping, regroup } from '../../lib/input/grouped-input.ts'

interface CodeFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'className'> {
  readonly value: string
  readonly grouping: HyphenGrouping
  readonly onValue: (value: string) => void
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly isHidden?: boolean
}

interface Box {
  readonly at: number
  readonly opensGroup: boolean
}

const boxesOf = ({ groups }: HyphenGrouping): readonly Box[] => {
  const starts = new Set(
    groups.map((_, index) => groups.slice(0, index).reduce((sum, size) => sum + size, 0)),
  )
  const length = groups.reduce((sum, size) => sum + size, 0)
  return Array.from({ length }, (_, at) => ({ at, opensGroup: at > 0 && starts.has(at) }))
}

export function CodeField({
  value,
  grouping,
  onValue,
  inputRef,
  isHidden = false,
  ...rest
}: CodeFieldProps) {
  const [isSelected, setIsSelected] = useState(false)
  const characters = [...value.replaceAll('-', '')]
  const boxes = boxesOf(grouping)
  const next = Math.min(characters.length, boxes.length - 1)
  return (
    <div
      className="code-field"
      data-invalid={rest['aria-invalid'] ? '' : undefined}
      data-selected={isSelected ? '' : undefined}
    >
      {boxes.map(({ at, opensGroup }) => (
        <Fragment key={at}>
          {opensGroup && (
            <span className="code-hyphen" aria-hidden="true">
              -
            </span>
          )}
          <span className="code-box" aria-hidden="true" data-next={at === next ? '' : undefined}>
            {isHidden && at < characters.length ? '•' : characters[at]}
          </span>
        </Fragment>
      ))}
      <input
        {...rest}
        ref={inputRef}
        className="code-input"
        type="text"
        value={value}
        autoCapitalize={grouping.upperCase ? 'characters' : 'off'}
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) =>
          onValue(
            regroup(event.currentTarget.value, event.currentTarget.value.length, grouping).value,
          )
        }
        // The caret stays at the end; the whole text can be selected.
        onSelect={({ currentTarget }) => {
          const { selectionStart, selectionEnd, value: text } = currentTarget
          const isWhole = text !== '' && selectionStart === 0 && selectionEnd === text.length
          setIsSelected(isWhole)
          if (!isWhole && selectionStart !== text.length)
            currentTarget.setSelectionRange(text.length, text.length)
        }}
        onBlur={() => setIsSelected(false)}
      />
    </div>
  )
}
