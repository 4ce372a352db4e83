import '../people/people.css'
import { useRef, useState } from 'react'
import type { Template } from '../../../../contract/features/composed.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'

interface RemoveSignedDialogProps {
  readonly template: Template
  readonly onRemove: (confirm: string) => Promise<void>
  readonly onClose: () => void
}

/** People press an OK too quickly. */
export function RemoveSignedDialog({
  template: { name, status },
  onRemove,
  onClose,
}: RemoveSignedDialogProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const submit = async () => {
    const confirm = typed.trim().normalize('NFC')
    if (confirm !== name.normalize('NFC')) return t('compose.removeTypeWrong')
    onClose()
    void onRemove(confirm)
    return undefined
  }
  return (
    <FormDialog
      title={t('compose.delete')}
      help={{
        text: t(status === 'COMPLETED' ? 'compose.removeAskSealed' : 'compose.removeAskSigned', {
          name,
        }),
      }}
      className="compose-form"
      submit={t('compose.delete')}
      variant="danger"
      initialFocus={input}
      onSubmit={submit}
      onClose={onClose}
    >
      {(field) => (
        <label className="meta">
          {t('compose.removeType')}
          <input
            ref={input}
            className="field"
            value={typed}
            {...field}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
      )}
    </FormDialog>
  )
}
