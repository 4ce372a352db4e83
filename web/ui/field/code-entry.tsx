import { type ComponentProps, useId, useState } from 'react'
import { CodeField } from './code-field.tsx'
import { HideButton } from './hide-button.tsx'

interface CodeEntryProps
  extends Pick<
    ComponentProps<typeof CodeField>,
    'value' | 'grouping' | 'inputRef' | 'onValue' | 'inputMode' | 'autoComplete'
  > {
  readonly label: string
  readonly helpId: string
  readonly problem: string | undefined
  readonly hideLabel?: string
}

export function CodeEntry({ label, helpId, problem, hideLabel, ...field }: CodeEntryProps) {
  const id = useId()
  const [isHidden, setIsHidden] = useState(false)
  const told = (
    <p id={id} className="problem" role="alert">
      {problem}
    </p>
  )
  return (
    <>
      <CodeField
        {...field}
        isHidden={isHidden}
        aria-label={label}
        aria-describedby={`${helpId} ${id}`}
        aria-invalid={problem !== undefined}
        required
        name="code"
      />
      {hideLabel === undefined ? (
        told
      ) : (
        <div className="code-below">
          {told}
          <HideButton label={hideLabel} isHidden={isHidden} onHide={setIsHidden} />
        </div>
      )}
    </>
  )
}
