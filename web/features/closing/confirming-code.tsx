import { type ComponentProps, useId } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { OPERATOR_CODE_GROUPING } from '../../room/operator-code.ts'
import { CodeEntry } from '../../ui/field/code-entry.tsx'

interface ConfirmingCodeProps
  extends Pick<
    ComponentProps<typeof CodeEntry>,
    'label' | 'value' | 'problem' | 'inputRef' | 'onValue'
  > {
  readonly help: string
}

export function ConfirmingCode({ help, ...entry }: ConfirmingCodeProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="ending-code">
      <p className="meta" id={id}>
        <strong>{entry.label}</strong> {help}
      </p>
      <CodeEntry
        {...entry}
        grouping={OPERATOR_CODE_GROUPING}
        helpId={id}
        hideLabel={t('gate.hide')}
        autoComplete="off"
      />
    </div>
  )
}
