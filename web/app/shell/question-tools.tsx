import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ClipboardList, MessageCircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ROLE } from '../../../contract/core/limits.ts'
import { own } from '../../../contract/features/threads/thread-settings.ts'
import { threadsKey } from '../../features/questions/threads-key.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { usePhaseBlock } from '../../room/room-access.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { loadWriteQuestion } from '../screens/late-parts.ts'
import { useApp, useSession, useView } from '../use-app.ts'
import { useViewBlocked } from './use-view-blocked.ts'

export function QuestionsLink({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const api = useApi()
  const session = useSession()
  const isView = useView() !== undefined
  const isOperator = session?.roleId === ROLE.operator && !isView
  const { data } = useQuery({
    queryKey: [...threadsKey(roomId), 'own'],
    queryFn: ({ signal }) => api.call(own, { params: { roomId: String(roomId) } }, { signal }),
  })
  const unread = data?.unread ?? 0
  const label = unread > 0 ? t('app.questionsUnread', { count: unread }) : t('app.questions')
  return (
    <Link
      to={isOperator ? '/admin/questions' : '/questions'}
      className={`${buttonClass({ variant: 'quiet' })} button-icon top-questions`}
      aria-label={label}
      data-tip={label}
    >
      <ClipboardList />
      {unread > 0 && (
        <span className="top-unread numbers" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}

interface AskToolProps {
  readonly document: { readonly id: number; readonly name: string }
  readonly page: number | undefined
}

export function AskTool({ document, page }: AskToolProps) {
  const { t } = useTranslation()
  const { i18n } = useApp()
  const session = useSession()
  const ofView = useViewBlocked()
  const ofPhase = usePhaseBlock('threads.write')
  const [isOpen, setOpen] = useState(false)
  const [Dialog] = useState(() =>
    lazy(async () => ({ default: (await loadWriteQuestion(i18n)).WriteDialog })),
  )
  if (!session || session.roleId === ROLE.operator) return null
  return (
    <>
      <IconButton
        size="small"
        icon={MessageCircleQuestionMark}
        label={`${t('app.ask')}: ${document.name}`}
        tip={t('app.ask')}
        aria-haspopup="dialog"
        blockedBecause={ofView ?? ofPhase}
        onClick={() => setOpen(true)}
      />
      <Suspense>
        {isOpen && (
          <Dialog
            roomId={session.roomId}
            type="QUESTION"
            isArea={false}
            start={{ link: { itemId: document.id, name: document.name, page } }}
            onWritten={() => undefined}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}

interface MessageQuestionProps {
  readonly roomId: number
  readonly message: { readonly id: number; readonly title: string; readonly content: string }
  readonly onClose: () => void
}

export function MessageQuestion({ roomId, message, onClose }: MessageQuestionProps) {
  const { i18n } = useApp()
  const navigate = useNavigate()
  const [Dialog] = useState(() =>
    lazy(async () => ({ default: (await loadWriteQuestion(i18n)).WriteDialog })),
  )
  return (
    <Suspense>
      <Dialog
        roomId={roomId}
        type="QUESTION"
        isArea={false}
        start={{ message }}
        onWritten={(thread) => void navigate({ to: '/questions', search: { thread } })}
        onClose={onClose}
      />
    </Suspense>
  )
}
