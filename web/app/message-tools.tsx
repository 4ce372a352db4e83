import { useLocation, useRouter } from '@tanstack/react-router'
import { Mail, MessageSquareText } from 'lucide-react'
import { type ComponentProps, type ComponentType, createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import type { MessageDialogs, NamedDocument } from '../features/messages/index.ts'
import { useTranslation } from '../lib/i18n.ts'
import { usePhaseBlock } from '../lib/room-phase.ts'
import { IconButton } from '../ui/button.tsx'
import { useHouse, useSession, useView } from './house-context.ts'
import { loadMessages } from './late-parts.ts'
import { useViewBlocked } from './use-view-blocked.ts'

type Dialogs = ComponentType<ComponentProps<typeof MessageDialogs>>

const ShowSentContext = createContext<(Dialogs: Dialogs) => void>(() => undefined)

interface ShownSent {
  /** Loaded by whoever leads here. */
  readonly Dialogs: Dialogs
  readonly path: string
}

/** Shows above the screens what was sent: that a message was sent is said in passing, and leads there from the next screen, too. */
export function SentMessages({ children }: { readonly children: ReactNode }) {
  const router = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const session = useSession()
  const isView = useView() !== undefined
  const [shown, setShown] = useState<ShownSent>()
  const [show] = useState(() => (Dialogs: Dialogs) => setShown({ Dialogs, path: router.state.location.pathname }))
  // It belongs to the screen above which it was opened.
  if (shown && shown.path !== path) setShown(undefined)
  return (
    <ShowSentContext value={show}>
      {children}
      {shown && session && !isView && (
        <Suspense>
          <shown.Dialogs
            writer={{ ...session, isOperatorArea: false }}
            document={undefined}
            view="sent"
            onView={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </ShowSentContext>
  )
}

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
  const showSent = useContext(ShowSentContext)
  const [isOpen, setOpen] = useState(false)
  const [Dialogs] = useState(() => lazy(async () => ({ default: (await loadMessages(i18n)).MessageDialogs })))
  return {
    open: () => setOpen(true),
    preload: () => void loadMessages(i18n).catch(() => undefined),
    layer: isOpen && session && (
      <Suspense>
        <Dialogs
          writer={{ ...session, isOperatorArea }}
          document={document}
          view="write"
          onView={(view) => {
            setOpen(false)
            if (view === 'sent') showSent(Dialogs)
          }}
        />
      </Suspense>
    ),
  }
}

/** Why no message can be written. */
function useMessageBlock(): string | undefined {
  const ofView = useViewBlocked()
  const ofPhase = usePhaseBlock('messages.toOperators')
  return ofView ?? ofPhase
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
        blockedBecause={useMessageBlock()}
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
        blockedBecause={useMessageBlock()}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      />
      {layer}
    </>
  )
}

/** The file of a message to which the address leads. @param messageId of the message. */
export function ReceivedAttachment({ messageId, onClose }: { readonly messageId: number; readonly onClose: () => void }) {
  const { i18n } = useHouse()
  const [Dialog] = useState(() => lazy(async () => ({ default: (await loadMessages(i18n)).AttachmentDialog })))
  return (
    <Suspense>
      <Dialog messageId={messageId} onClose={onClose} />
    </Suspense>
  )
}
