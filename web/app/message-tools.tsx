import { Mail, MessageSquareText } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { MessageView, NamedDocument } from '../features/messages/index.ts'
import { useTranslation } from '../lib/i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { useHouse, useSession } from './house-context.ts'
import { loadMessages } from './late-parts.ts'
import { useViewBlocked } from './use-view-blocked.ts'

interface MessageOpener {
  open(): void
  /** Asks for the dialog where it is likely to be opened; when it does not come, opening it asks again. */
  preload(): void
  /** The dialog, while it is open. */
  readonly layer: ReactNode
}

function useMessageDialog(isOperatorArea: boolean, document: NamedDocument | undefined): MessageOpener {
  const { i18n } = useHouse()
  const session = useSession()
  const [view, setView] = useState<MessageView>()
  const [Dialogs] = useState(() => lazy(async () => ({ default: (await loadMessages(i18n)).MessageDialogs })))
  return {
    open: () => setView('write'),
    preload: () => void loadMessages(i18n).catch(() => undefined),
    layer: view && session && (
      <Suspense>
        <Dialogs writer={{ ...session, isOperatorArea }} document={document} view={view} onView={setView} />
      </Suspense>
    ),
  }
}

/** In the bar above: a participant writes to the operators, an operator to users. */
export function MessageButton({ isOperatorArea }: { readonly isOperatorArea: boolean }) {
  const { t } = useTranslation()
  const { open, preload, layer } = useMessageDialog(isOperatorArea, undefined)
  return (
    <>
      <IconButton
        icon={MessageSquareText}
        label={t('actions.message')}
        aria-haspopup="dialog"
        blockedBecause={useViewBlocked()}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      />
      {layer}
    </>
  )
}

/** Beside a document that is open: a message about it. */
export function MailTool({ document }: { readonly document: NamedDocument }) {
  const { t } = useTranslation()
  const { open, preload, layer } = useMessageDialog(false, document)
  const label = t('actions.mail')
  return (
    <>
      <IconButton
        size="small"
        icon={Mail}
        label={`${label}: ${document.name}`}
        tip={label}
        aria-haspopup="dialog"
        blockedBecause={useViewBlocked()}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      />
      {layer}
    </>
  )
}
