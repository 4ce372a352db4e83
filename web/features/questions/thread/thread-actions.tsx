import { Ellipsis } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { ThreadState } from '../../../../contract/features/threads/thread-states.ts'
import { markRead, moveThread } from '../../../../contract/features/threads/threads.ts'
import type { GivenRequest } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { type Thread, useRefresh } from '../threads-query.ts'
import { useThreadTexts } from '../use-thread-texts.ts'
import { WriteDialog } from '../write/write-dialog.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { FulfilDialog } from './fulfil-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { type Action, actionsFor } from './thread-moves.ts'

interface ThreadActionsProps {
  readonly roomId: number
  readonly thread: Thread
  readonly memberId: number
  readonly isArea: boolean
  readonly onGone: (() => void) | undefined
}

type Move = Omit<GivenRequest<typeof moveThread>['body'], 'rev'>

export function ThreadActions({ roomId, thread, memberId, isArea, onGone }: ThreadActionsProps) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const texts = useThreadTexts()
  const dialogs = useDialogs()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const more = useRef<HTMLButtonElement>(null)
  const [dialog, setDialog] = useState<Action['dialog']>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const close = () => setDialog(undefined)
  const { shown, hidden } = actionsFor(thread)
  const move = async (given: Move) => {
    const params = { id: thread.id }
    const { state } = await api.call(moveThread, { params, body: { ...given, rev: thread.rev } }).finally(refresh)
    toast(t('questions.moved', { number: thread.number, state: texts.state({ type: thread.type, state }) }))
    close()
  }
  const run = async ({ dialog: opened, to, asks }: Action) => {
    if (opened) return setDialog(opened)
    if (to === undefined || isBusy) return
    const question = asks && { tone: 'check' as const, text: t(asks, { number: thread.number }), isDangerous: true }
    if (question && !(await dialogs.confirm(question))) return
    setBusy(true)
    await move({ to }).then(() => (asks === 'questions.discardText' ? onGone?.() : undefined), alertError)
    setBusy(false)
  }
  const unread = () => void api.call(markRead, { body: { roomId, ids: [thread.id], unread: true } }).then(refresh, alertError)
  const entries: MenuAction[] = [
    ...hidden.map((action) => ({ id: action.id, icon: action.icon, label: t(action.label), onAction: () => void run(action) })),
    { id: 'unread', icon: Ellipsis, label: t('questions.doUnread'), onAction: unread, group: 1 },
  ]
  return (
    <div className="thread-actions">
      {shown.map((action, index) => (
        <Button
          key={action.id}
          icon={action.icon}
          variant={index === 0 && action.isMain ? 'primary' : 'plain'}
          isBusy={isBusy && action.dialog === undefined}
          onClick={() => void run(action)}
        >
          {t(action.label)}
        </Button>
      ))}
      <IconButton ref={more} icon={Ellipsis} label={t('questions.moreActions')} aria-haspopup="menu" onClick={() => setMenuOpen(true)} />
      {isMenuOpen && more.current && (
        <Suspense>
          <LazyMenu label={t('questions.moreActions')} anchor={more.current} actions={entries} onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
      {dialog === 'assign' && (
        <AssignDialog
          roomId={roomId}
          start={{ assignee: thread.assignee?.id, due: thread.due }}
          onAssign={(assigned) => move({ to: stateAfterAssigning(thread, assigned.assignee), ...assigned })}
          onClose={close}
        />
      )}
      {(dialog === 'RETURNED' || dialog === 'ASSIGNED' || dialog === 'OPEN') && (
        <ReasonDialog to={dialog} onReason={(reason) => move({ to: dialog, reason })} onClose={close} />
      )}
      {dialog === 'fulfil' && (
        <FulfilDialog roomId={roomId} thread={thread} caller={isArea ? { id: memberId, roomId } : undefined} onClose={close} />
      )}
      {dialog === 'publish' && <PublishDialog roomId={roomId} thread={thread} onPublished={close} onClose={close} />}
      {dialog === 'edit' && (
        <WriteDialog roomId={roomId} type={thread.type} isArea={isArea} start={{ thread }} onWritten={() => undefined} onClose={close} />
      )}
    </div>
  )
}

function stateAfterAssigning({ state }: Thread, assignee: number | null | undefined): ThreadState {
  if (typeof assignee === 'number' && state === 'SUBMITTED') return 'ASSIGNED'
  if (assignee === null && state === 'ASSIGNED') return 'SUBMITTED'
  return state === 'IN_PROGRESS' ? 'ASSIGNED' : state
}
