import { Link, Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { History, LayoutDashboard, Trash2, Upload, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { OperatorGate } from '../features/operator-gate/index.ts'
import { usePasskeyState, usePasskeysDialog } from '../features/passkeys/index.ts'
import { MailNotice } from '../features/rooms/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { useErrorText } from '../lib/api-context.ts'
import { useTranslation } from '../lib/i18n.ts'
import { FailureState } from '../ui/states.tsx'
import { useSession, useView } from './house-context.ts'
import { WaitingScreen } from './public-screens.tsx'
import { Shell } from './shell.tsx'
import { useUploads } from './uploads-context.ts'
import { useRaised } from './use-raised.ts'
import { RAISED_KEY, useWorkroom } from './workroom.ts'

/** All screens of operators, behind their gate. */
export function OperatorArea() {
  const session = useSession()
  const isViewing = useView() !== undefined
  return session?.agreed && !isViewing ? <RaisedArea session={session} /> : null
}

function RaisedArea({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const raised = useRaised(session.roomId)
  const passkeys = usePasskeysDialog(usePasskeyState().isOffered && raised.data === true)
  return (
    <Shell
      roomId={session.roomId}
      sideLabel={t('app.menu')}
      side={(close) => <OperatorMenu onNavigate={close} />}
      isOperatorArea
      otherArea={{ to: '/', label: t('app.userScreen') }}
      isGated={raised.data !== true}
      sessionsWay={passkeys.way}
      notice={<MailNotice roomId={session.roomId} />}
    >
      <Gated session={session} raised={raised} />
      {passkeys.dialog}
    </Shell>
  )
}

/** Back to where the operator area was entered from, whatever was looked at in it; to the room where it was opened by its address. */
function useWayBack(): () => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  const [entered] = useState(() => history.location.state.__TSR_index)
  return () => {
    const steps = entered - 1 - history.location.state.__TSR_index
    if (entered > 0 && steps < 0) history.go(steps)
    else void navigate({ to: '/' })
  }
}

/** The page, or the gate in its place: nothing of the area is there before the server has taken the code. */
function Gated({ session, raised }: { readonly session: SessionRecord; readonly raised: ReturnType<typeof useRaised> }) {
  const { t } = useTranslation()
  const { queries } = useWorkroom()
  const uploads = useUploads()
  const goBack = useWayBack()
  const errorText = useErrorText()
  const passkeys = usePasskeyState()
  useEffect(() => {
    if (raised.data === true) uploads?.admit()
  }, [uploads, raised.data])
  if (raised.data === true) return <Outlet />
  if (raised.data === false && passkeys.isKnown) {
    const open = () => queries.setQueryData(RAISED_KEY, true)
    const { hasAny, lookAgain } = passkeys
    return <OperatorGate caller={session} hasPasskey={hasAny} onPasskeyGone={lookAgain} onOpen={open} onCancel={goBack} />
  }
  if (!raised.isError) return <WaitingScreen />
  return (
    <FailureState
      text={errorText(raised.error)}
      retryLabel={t('common.retry')}
      isRetrying={raised.isFetching}
      onRetry={() => void raised.refetch()}
    />
  )
}

function OperatorMenu({ onNavigate }: { readonly onNavigate: () => void }) {
  const { t } = useTranslation()
  return (
    <nav className="side-nav" aria-label={t('app.menu')}>
      <ul>
        <li>
          <Link to="/admin/dashboard" onClick={onNavigate}>
            <LayoutDashboard />
            {t('app.dashboard')}
          </Link>
        </li>
        <li>
          <Link to="/admin/upload" onClick={onNavigate}>
            <Upload />
            {t('uploads.title')}
          </Link>
        </li>
        <li>
          <Link to="/admin/trash" onClick={onNavigate}>
            <Trash2 />
            {t('trash.title')}
          </Link>
        </li>
        <li>
          <Link to="/admin/invitation" onClick={onNavigate}>
            <UserPlus />
            {t('members.title')}
          </Link>
        </li>
        <li>
          <Link to="/admin/history" onClick={onNavigate}>
            <History />
            {t('room.history')}
          </Link>
        </li>
      </ul>
    </nav>
  )
}
