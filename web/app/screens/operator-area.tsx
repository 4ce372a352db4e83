import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import {
  ClipboardList,
  DoorClosed,
  EyeOff,
  FileCheck2,
  FileClock,
  History,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Signature,
  Table2,
  Trash2,
  Upload,
  UserPlus,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { usePasskeyState, usePasskeysDialog } from '../../features/passkeys/index.ts'
import { MailNotice, roomQuery } from '../../features/rooms/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useIsContentOperator } from '../../room/room-access.ts'
import { Shell } from '../shell/shell.tsx'
import { useSearch } from '../shell/use-search.tsx'
import { useUploads } from '../uploading/uploads-context.ts'
import { useSession, useView } from '../use-app.ts'
import { useElevated } from '../use-elevated.ts'
import { ElevatedGate } from './elevated-gate.tsx'

const OperatorRequestsNotice = lazy(() =>
  import('../../features/members/operators/operator-requests-notice.tsx').then((module) => ({
    default: module.OperatorRequestsNotice,
  })),
)

export function OperatorArea() {
  const session = useSession()
  const isViewing = useView() !== undefined
  return session?.agreed && !isViewing ? <ElevatedArea session={session} /> : null
}

function ElevatedArea({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const elevated = useElevated(session.roomId)
  const upload = useMatch({ from: '/inside/operator/admin/upload', shouldThrow: false })
  const search = useSearch({ roomId: session.roomId, at: upload?.search ?? {} })
  const isContentOperator = useIsContentOperator()
  const passkeys = usePasskeysDialog(usePasskeyState().isOffered && elevated.data === true)
  return (
    <Shell
      roomId={session.roomId}
      sideLabel={t('app.menu')}
      side={(close) => <OperatorMenu onNavigate={close} />}
      isOperatorArea
      search={upload && elevated.data === true && search.box}
      otherArea={{ to: '/', label: t('app.userScreen') }}
      isGated={elevated.data !== true}
      accountActions={
        passkeys.open
          ? [
              {
                id: 'passkeys',
                icon: KeyRound,
                label: t('passkeys.manage'),
                onAction: passkeys.open,
              },
            ]
          : []
      }
      notice={
        !isContentOperator && <Notices session={session} isElevated={elevated.data === true} />
      }
    >
      <Gated session={session} raised={elevated} />
      {passkeys.dialog}
    </Shell>
  )
}

interface NoticesProps {
  readonly session: SessionRecord
  readonly isElevated: boolean
}

function Notices({ session, isElevated }: NoticesProps) {
  return (
    <>
      <MailNotice roomId={session.roomId} memberId={session.id} />
      {isElevated && (
        <Suspense>
          <OperatorRequestsNotice roomId={session.roomId} />
        </Suspense>
      )}
    </>
  )
}

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

function Gated({
  session,
  raised: elevated,
}: {
  readonly session: SessionRecord
  readonly raised: ReturnType<typeof useElevated>
}) {
  const uploads = useUploads()
  const goBack = useWayBack()
  useEffect(() => {
    if (elevated.data === true) uploads?.admit()
  }, [uploads, elevated.data])
  return (
    <ElevatedGate session={session} raised={elevated} onCancel={goBack}>
      <Screen roomId={session.roomId} />
    </ElevatedGate>
  )
}

/** The location changes before the screen, so this uses matches. */
function useIsOfContentOperators(): boolean {
  const upload = useMatch({ from: '/inside/operator/admin/upload', shouldThrow: false })
  const staged = useMatch({ from: '/inside/operator/admin/staged', shouldThrow: false })
  const news = useMatch({ from: '/inside/operator/admin/new', shouldThrow: false })
  const trash = useMatch({ from: '/inside/operator/admin/trash', shouldThrow: false })
  return (upload ?? news ?? staged ?? trash) !== undefined
}

function Screen({ roomId }: { readonly roomId: number }) {
  const navigate = useNavigate()
  const isTheirs = useIsOfContentOperators()
  const { data, isPending } = useQuery(roomQuery(useApi(), roomId))
  const isElsewhere = data?.scope === 'content' && !isTheirs
  useEffect(() => {
    if (isElsewhere) void navigate({ to: '/admin/upload', replace: true })
  }, [isElsewhere, navigate])
  return isElsewhere || (isPending && !isTheirs) ? null : <Outlet />
}

function OperatorMenu({ onNavigate }: { readonly onNavigate: () => void }) {
  const { t } = useTranslation()
  const isContentOperator = useIsContentOperator()
  return (
    <nav className="side-nav" aria-label={t('app.menu')}>
      <ul>
        {!isContentOperator && (
          <MenuLink
            to="/admin/dashboard"
            icon={LayoutDashboard}
            label={t('app.dashboard')}
            onNavigate={onNavigate}
          />
        )}
        <MenuLink
          to="/admin/upload"
          icon={Upload}
          label={t('uploads.title')}
          onNavigate={onNavigate}
        />
        <MenuLink to="/admin/new" icon={FileClock} label={t('app.news')} onNavigate={onNavigate} />
        <MenuLink
          to="/admin/staged"
          icon={EyeOff}
          label={t('publishing.title')}
          onNavigate={onNavigate}
        />
        {!isContentOperator && <LinksOfFullOperators onNavigate={onNavigate} />}
      </ul>
      <ul className="side-nav-rare">
        <MenuLink
          to="/admin/trash"
          icon={Trash2}
          label={t('trash.title')}
          onNavigate={onNavigate}
        />
        {!isContentOperator && (
          <MenuLink
            to="/admin/disclosure"
            icon={FileCheck2}
            label={t('app.disclosure')}
            onNavigate={onNavigate}
          />
        )}
        {!isContentOperator && (
          <MenuLink
            to="/admin/ending"
            icon={DoorClosed}
            label={t('room.ending')}
            onNavigate={onNavigate}
          />
        )}
      </ul>
    </nav>
  )
}

function LinksOfFullOperators({ onNavigate }: { readonly onNavigate: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <MenuLink
        to="/admin/invitation"
        icon={UserPlus}
        label={t('members.title')}
        onNavigate={onNavigate}
      />
      <MenuLink
        to="/admin/permissions"
        icon={Table2}
        label={t('rights.title')}
        onNavigate={onNavigate}
      />
      <MenuLink
        to="/admin/questions"
        icon={ClipboardList}
        label={t('app.questions')}
        onNavigate={onNavigate}
      />
      <li>
        {/* A separate HTML document permits reading PDFs. */}
        <a href="/compose">
          <Signature />
          {t('app.compose')}
        </a>
      </li>
      <MenuLink
        to="/admin/history"
        icon={History}
        label={t('room.history')}
        onNavigate={onNavigate}
      />
    </>
  )
}

interface MenuLinkProps {
  readonly to:
    | '/admin/dashboard'
    | '/admin/upload'
    | '/admin/invitation'
    | '/admin/permissions'
    | '/admin/questions'
    | '/admin/history'
    | '/admin/new'
    | '/admin/staged'
    | '/admin/trash'
    | '/admin/disclosure'
    | '/admin/ending'
  readonly icon: LucideIcon
  readonly label: string
  readonly onNavigate: () => void
}

function MenuLink({ to, icon: Icon, label, onNavigate }: MenuLinkProps) {
  return (
    <li>
      <Link to={to} onClick={onNavigate}>
        <Icon />
        {label}
      </Link>
    </li>
  )
}
