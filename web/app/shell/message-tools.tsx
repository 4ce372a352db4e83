import { useLocation, useRouter } from '@tanstack/react-router'
import { Mail, MessageSquareText } from 'lucide-react'
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useState,
} from 'react'
import { ROLE } from '../../../contract/core/limits.ts'
import type { MessageDialogs, NamedDocument } from '../../features/messages/index.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useIsContentOperator, usePhaseBlock } from '../../room/room-access.ts'
import { IconButton } from '../../ui/button.tsx'
import { loadMessages } from '../screens/late-parts.ts'
import { useApp, useSession, useView } from '../use-app.ts'
import { useViewBlocked } from './use-view-blocked.ts'

const MessageQuestion = lazy(() =>
  import('./question-tools.tsx').then((module) => ({ default: module.MessageQuestion })),
)

type Dialogs = ComponentType<ComponentProps<typeof MessageDialogs>>

const ShowSentContext = createContext<(Dialogs: Dialogs) => void>(() => undefined)

interface ShownSent {
  readonly Dialogs: Dialogs
  readonly path: string
}

export function SentMessages({ children }: { readonly children: ReactNode }) {
  const router = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const session = useSession()
  const isView = useView() !== undefined
  const [shown, setShown] = useState<ShownSent>()
  const [question, setQuestion] = useState<SentText>()
  const [show] = useState(
    () => (Dialogs: Dialogs) => setShown({ Dialogs, path: router.state.location.pathname }),
  )
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
            onQuestion={session.roleId === ROLE.operator ? undefined : setQuestion}
          />
        </Suspense>
      )}
      <Suspense>
        {question && session && (
          <MessageQuestion
            roomId={session.roomId}
            message={question}
            onClose={() => setQuestion(undefined)}
          />
        )}
      </Suspense>
    </ShowSentContext>
  )
}

type SentText = Parameters<NonNullable<ComponentProps<typeof MessageDialogs>['onQuestion']>>[0]

interface MessageOpener {
  open(): void
  preload(): void
  readonly layer: ReactNode
}

function useMessageDialog(
  isOperatorArea: boolean,
  document: NamedDocument | undefined,
): MessageOpener {
  const { i18n } = useApp()
  const session = useSession()
  const showSent = useContext(ShowSentContext)
  const [isOpen, setOpen] = useState(false)
  const [Dialogs] = useState(() =>
    lazy(async () => ({ default: (await loadMessages(i18n)).MessageDialogs })),
  )
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
          onQuestion={undefined}
        />
      </Suspense>
    ),
  }
}

function useMessageBlock(): string | undefined {
  const ofView = useViewBlocked()
  const ofPhase = usePhaseBlock('messages.toOperators')
  return ofView ?? ofPhase
}

interface MessageToolProps
  extends Pick<ComponentProps<typeof IconButton>, 'icon' | 'label' | 'tip' | 'size'> {
  readonly isOperatorArea: boolean
  readonly document: NamedDocument | undefined
}

function MessageTool({ isOperatorArea, document, ...button }: MessageToolProps) {
  const { open, preload, layer } = useMessageDialog(isOperatorArea, document)
  return (
    <>
      <IconButton
        {...button}
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

export function MessageButton({ isOperatorArea }: { readonly isOperatorArea: boolean }) {
  const { t } = useTranslation()
  if (useIsContentOperator()) return null
  return (
    <MessageTool
      icon={MessageSquareText}
      label={t('actions.message')}
      isOperatorArea={isOperatorArea}
      document={undefined}
    />
  )
}

export function MailTool({ document }: { readonly document: NamedDocument }) {
  const { t } = useTranslation()
  const label = t('actions.mail')
  if (useIsContentOperator()) return null
  return (
    <MessageTool
      size="small"
      icon={Mail}
      label={`${label}: ${document.name}`}
      tip={label}
      isOperatorArea={false}
      document={document}
    />
  )
}

export function ReceivedAttachment({
  messageId,
  onClose,
}: {
  readonly messageId: number
  readonly onClose: () => void
}) {
  const { i18n } = useApp()
  const [Dialog] = useState(() =>
    lazy(async () => ({ default: (await loadMessages(i18n)).AttachmentDialog })),
  )
  return (
    <Suspense>
      <Dialog messageId={messageId} onClose={onClose} />
    </Suspense>
  )
}
