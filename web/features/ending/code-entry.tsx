import { type RefObject, useId, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { CODE_GROUPING } from '../../lib/operator-code.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { HideButton } from '../../ui/hide-button.tsx'

interface CodeEntryProps {
  readonly label: string
  readonly help: string
  readonly value: string
  readonly problem: string
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly onValue: (value: string) => void
}

/** The operator code of whoever asks for something that the open operator area alone does not allow. */
export function CodeEntry({ label, help, value, problem, inputRef, onValue }: CodeEntryProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isHidden, setIsHidden] = useState(false)
  return (
    <div className="ending-code">
      <p className="meta" id={`${id}-help`}>
        <strong>{label}</strong> {help}
      </p>
      <CodeField
        inputRef={inputRef}
        value={value}
        grouping={CODE_GROUPING}
        isHidden={isHidden}
        onValue={onValue}
        aria-label={label}
        aria-describedby={`${id}-help ${id}-problem`}
        aria-invalid={problem !== ''}
        required
        autoComplete="off"
        name="code"
      />
      <div className="ending-code-below">
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
        <HideButton label={t('gate.hide')} isHidden={isHidden} onHide={setIsHidden} />
      </div>
    </div>
  )
}
