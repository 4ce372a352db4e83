import './shell.css'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, Download, History, LogOut, Menu, MonitorSmartphone } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSessionsDialog } from '../features/session/index.ts'
import { formatInstant } from '../lib/format.ts'
import { useLanguage, useTranslation } from '../lib/i18n.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { useNow } from '../lib/use-now.ts'
import type { MenuAction } from '../ui/action-menu.tsx'
import { Button, buttonClass, IconButton } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { AccountButton } from './account-button.tsx'
import { useSession } from './house-context.ts'
import { MessageButton } from './message-tools.tsx'
import { EndingLink, PhaseNotice } from './phase-notice.tsx'
import { useGuide } from './use-guide.tsx'
import { useLogout } from './use-logout.ts'
import { useOwnActivity } from './use-own-activity.tsx'
import { useOwnArchive } from './use-own-archive.tsx'
import { useRoom } from './use-room.ts'
import { useViewBlocked } from './use-view-blocked.ts'

const Drawer = lazy(() => import('../ui/drawer.tsx').then((module) => ({ default: module.Drawer })))

const CLOCK_MS = 60_000

interface ShellProps {
  readonly roomId: number
  /** What stands below the name of the room; `close` puts the drawer away where it is one. */
  readonly side: (close: () => void) => ReactNode
  readonly sideLabel: string
  readonly isOperatorArea?: boolean
  /** The way to the other area. */
  readonly otherArea?: { readonly to: '/' | '/admin/dashboard'; readonly label: string } | undefined
  /** Where one searches. */
  readonly search?: ReactNode
  /** What stands in the place of the work is only the gate to it. */
  readonly isGated?: boolean
  /** What else the account has, in this area. */
  readonly accountActions?: readonly MenuAction[]
  /** Stands above the work, over its whole width. */
  readonly notice?: ReactNode
  readonly children: ReactNode
}

/** What both areas share: the name of the room, the bar above, the place for the work. Below 1280 px the side is a drawer. */
export function Shell({
  roomId,
  side,
  sideLabel,
  isOperatorArea = false,
  search,
  otherArea,
  isGated = false,
  accountActions = [],
  notice,
  children,
}: ShellProps) {
  const { t } = useTranslation()
  const logout = useLogout()
  const room = useRoom(roomId)
  const hasSide = useMediaQuery('(min-width: 1280px)')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const blockedBecause = useViewBlocked()
  const ownActivity = useOwnActivity()
  const ownArchive = useOwnArchive(roomId)
  const sessions = useSessionsDialog()
  const session = useSession()
  const guide = useGuide(room !== undefined, isGated)
  const navigate = useNavigate()
  // The name of the room has the place of what leads away.
  const isFolding = useMediaQuery('(max-width: 767px)')
  const closeDrawer = () => setDrawerOpen(false)
  const toOtherArea: readonly MenuAction[] =
    isFolding && otherArea
      ? [{ id: 'area', icon: ArrowLeftRight, label: otherArea.label, blockedBecause, onAction: () => void navigate({ to: otherArea.to }) }]
      : []
  const toLogin: readonly MenuAction[] = isFolding
    ? [{ id: 'logout', icon: LogOut, label: t('app.logout'), blockedBecause, onAction: () => void logout() }]
    : []

  return (
    <div className="shell">
      <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
        {t('app.skip')}
      </button>
      {hasSide && (
        <aside className="side" aria-label={sideLabel}>
          <Brand />
          <Side roomId={roomId}>{side(closeDrawer)}</Side>
        </aside>
      )}
      <header className="top">
        {!hasSide && (
          <>
            <IconButton icon={Menu} label={sideLabel} aria-haspopup="dialog" onClick={() => setDrawerOpen(true)} />
            <span className="top-room ellipsis">{room?.roomName}</span>
          </>
        )}
        {search}
        <div className="top-end">
          <Clock />
          <MessageButton isOperatorArea={isOperatorArea} />
          {session && (
            <AccountButton
              account={session}
              actions={[
                ...toOtherArea,
                { id: 'activity', icon: History, label: t('sessions.activity'), blockedBecause, onAction: ownActivity.open },
                { id: 'archive', icon: Download, label: t('sessions.archive'), blockedBecause, onAction: ownArchive.open },
                { id: 'sessions', icon: MonitorSmartphone, label: t('sessions.title'), blockedBecause, onAction: sessions.open },
                ...accountActions,
                ...toLogin,
              ]}
            />
          )}
          {!isFolding &&
            otherArea &&
            (blockedBecause ? (
              <Button blockedBecause={blockedBecause}>{otherArea.label}</Button>
            ) : (
              <Link to={otherArea.to} className={buttonClass()}>
                {otherArea.label}
              </Link>
            ))}
          {!isFolding && <IconButton icon={LogOut} label={t('app.logout')} blockedBecause={blockedBecause} onClick={() => void logout()} />}
          {guide.button}
        </div>
      </header>
      {guide.layer}
      <main id="main" className="work" tabIndex={-1}>
        <PhaseNotice
          roomId={roomId}
          way={
            isOperatorArea ? (
              <EndingLink />
            ) : (
              <Button size="small" aria-haspopup="dialog" blockedBecause={blockedBecause} onClick={ownArchive.open}>
                {t('sessions.archive')}
              </Button>
            )
          }
        />
        {notice}
        <div className="work-place">{children}</div>
      </main>
      {!hasSide && isDrawerOpen && (
        <Suspense>
          <Drawer label={sideLabel} onDismiss={closeDrawer}>
            <Side roomId={roomId}>{side(closeDrawer)}</Side>
          </Drawer>
        </Suspense>
      )}
      {ownActivity.dialog}
      {ownArchive.dialog}
      {sessions.dialog}
    </div>
  )
}

function Brand() {
  return (
    <div className="brand">
      <Mark />
      <span lang="en">Data Room</span>
    </div>
  )
}

function Side({ roomId, children }: { readonly roomId: number; readonly children: ReactNode }) {
  const { t } = useTranslation()
  const room = useRoom(roomId)
  return (
    <div className="side-body">
      <div className="side-room">
        <strong>{room?.roomName}</strong>
        <span className="meta numbers">{room && t('app.roomNo', { no: room.roomNo })}</span>
      </div>
      {children}
    </div>
  )
}

/** For the eyes: a clock that is read out every minute would be in the way. */
function Clock() {
  const [language] = useLanguage()
  return <span className="top-clock meta numbers">{formatInstant(useNow(CLOCK_MS), language)}</span>
}
