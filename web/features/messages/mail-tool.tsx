import { Mail } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import type { NamedDocument, Writer } from './message-form.ts'

const load = () => import('./write-dialog.tsx')
const WriteDialog = lazy(() => load().then((module) => ({ default: module.WriteDialog })))
/** When it does not come, opening the dialog asks again. */
const preload = (): void => void load().catch(() => undefined)

interface MailToolProps {
  readonly writer: Writer
  readonly document: NamedDocument
  readonly blockedBecause?: string | undefined
}

/** Stands beside a document that is open: writes about it to the operators, or as an operator to users. */
export function MailTool({ writer, document, blockedBecause }: MailToolProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const label = t('messages.mail')
  return (
    <>
      <IconButton
        size="small"
        icon={Mail}
        label={`${label}: ${document.name}`}
        tip={label}
        aria-haspopup="dialog"
        blockedBecause={blockedBecause}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <WriteDialog writer={writer} document={document} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
