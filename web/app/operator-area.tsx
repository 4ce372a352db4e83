import { Link, Outlet, useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { DoorClosed, History, KeyRound, LayoutDashboard, type LucideIcon, Signature, Trash2, Upload, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePasskeyState, usePasskeysDialog } from '../features/passkeys/index.ts'
import { MailNotice } from '../features/rooms/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { useTranslation } from '../lib/i18n.ts'
import { useSession, useView } from './house-context.ts'
import { RaisedGate } from './raised-gate.tsx'
import { Shell } from './shell.tsx'
import { useUploads } from './uploads-context.ts'
import { useRaised } from './use-raised.ts'
import { useSearch } from './use-search.tsx'

/** All screens of operators, behind their gate. */
export function OperatorArea() {
  const session = useSession()
  const isViewing = useView() !== undefined
  return session?.agreed && !isViewing ? <RaisedArea session={session} /> : null
}

function RaisedArea({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const raised = useRaised(session.roomId)
  const upload = useMatch({ from: '/inside/operator/admin/upload', shouldThrow: false })
  const search = useSearch({ roomId: session.roomId, q: upload?.search.q, folder: upload?.search.folder ?? 0 })
  const passkeys = usePasskeysDialog(usePasskeyState().isOffered && raised.data === true)
  return (
    <Shell
      roomId={session.roomId}
      sideLabel={t('app.menu')}
      side={(close) => <OperatorMenu onNavigate={close} />}
      isOperatorArea
      search={upload && raised.data === true && search.box}
      otherArea={{ to: '/', label: t('app.userScreen') }}
      isGated={raised.data !== true}
      accountActions={passkeys.open ? [{ id: 'passkeys', icon: KeyRound, label: t('passkeys.manage'), onAction: passkeys.open }] : []}
      notice={<MailNotice roomId={session.roomId} memberId={session.id} />}
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

/** The page, or the gate in its place. */
function Gated({ session, raised }: { readonly session: SessionRecord; readonly raised: ReturnType<typeof useRaised> }) {
  const uploads = useUploads()
  const goBack = useWayBack()
  useEffect(() => {
    if (raised.data === true) uploads?.admit()
  }, [uploads, raised.data])
  return (
    <RaisedGate session={session} raised={raised} onCancel={goBack}>
      <Outlet />
    </RaisedGate>
  )
}

function OperatorMenu({ onNavigate }: { readonly onNavigate: () => void }) {
  const { t } = useTranslation()
  return (
    <nav className="side-nav" aria-label={t('app.menu')}>
      <ul>
        <MenuLink to="/admin/dashboard" icon={LayoutDashboard} label={t('app.dashboard')} onNavigate={onNavigate} />
        <MenuLink to="/admin/upload" icon={Upload} label={t('uploads.title')} onNavigate={onNavigate} />
        <MenuLink to="/admin/invitation" icon={UserPlus} label={t('members.title')} onNavigate={onNavigate} />
        <li>
          {/* A document of its own, with a policy that lets it read PDFs. */}
          <a href="/compose">
            <Signature />
            {t('app.compose')}
          </a>
        </li>
        <MenuLink to="/admin/history" icon={History} label={t('room.history')} onNavigate={onNavigate} />
      </ul>
      <ul className="side-nav-rare">
        <MenuLink to="/admin/trash" icon={Trash2} label={t('trash.title')} onNavigate={onNavigate} />
        <MenuLink to="/admin/ending" icon={DoorClosed} label={t('room.ending')} onNavigate={onNavigate} />
      </ul>
    </nav>
  )
}

interface MenuLinkProps {
  readonly to: '/admin/dashboard' | '/admin/upload' | '/admin/invitation' | '/admin/history' | '/admin/trash' | '/admin/ending'
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
