import { Copy } from 'lucide-react'
import { type RefObject, useId } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import type { Pasted } from './new-names.ts'

interface ListFieldProps {
  readonly text: string
  readonly pasted: Pasted
  readonly present: readonly string[]
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onChange: (text: string) => void
}

const SHOWN = 3

export function ListField({ text, pasted, present, field, onChange }: ListFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const toast = useToast()
  const dialogs = useDialogs()
  const copyNames = async () => {
    const names = present.join('\n')
    try {
      await navigator.clipboard.writeText(names)
      toast(t('renaming.copied'))
    } catch {
      // There is no clipboard without TLS.
      onChange(names)
      await dialogs.alert({ tone: 'check', text: t('renaming.notCopied') })
    }
  }
  const { left, missing, isPaired } = pasted
  const values = { count: left.length, names: left.slice(0, SHOWN).join(', ') }
  return (
    <div className="renaming-fields">
      <label className="renaming-field">
        <span>{t('renaming.list')}</span>
        <textarea
          ref={field}
          className="field renaming-list"
          rows={5}
          spellCheck={false}
          wrap="off"
          value={text}
          aria-describedby={`${id}-help ${id}-left`}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </label>
      <div className="renaming-beside">
        <p id={`${id}-help`} className="renaming-help">
          {t('renaming.listHelp')}
        </p>
        <Button size="small" icon={Copy} onClick={() => void copyNames()}>
          {t('renaming.copy')}
        </Button>
      </div>
      <p id={`${id}-left`} className="renaming-left" role="status">
        {text !== '' && left.length > 0 && (
          <span>{t(isPaired ? 'renaming.unknown' : 'renaming.tooMany', values)}</span>
        )}
        {text !== '' && missing > 0 && <span>{t('renaming.missing', { count: missing })}</span>}
      </p>
    </div>
  )
}
