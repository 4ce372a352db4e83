import './shell.css'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, Download, History, LayoutGrid, ListTree, LogOut, Mail, Menu, MonitorSmartphone, Settings } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useProposeDialog } from '../../features/proposals/index.ts'
import { useSessionsDialog } from '../../features/session/index.ts'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { useIsContentOperator } from '../../room/room-access.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import type { MenuAction } from '../../ui/menu/action-menu.tsx'
import { Mark } from '../../ui/page/mark.tsx'
import { loadBrand } from '../screens/late-parts.ts'
import { useSession } from '../use-app.ts'
import { useRoom } from '../use-room.ts'
import { AccountButton } from './account-button.tsx'
import { MessageButton } from './message-tools.tsx'
import { useIndexDialog, useOwnActivity, useOwnArchive, usePaceDialog, useSecurityDialog } from './own-dialogs.tsx'
import { EndingLink, PhaseNotice } from './phase-notice.tsx'
import { useGuide } from './use-guide.tsx'
import { useLogout } from './use-logout.ts'
import { useViewBlocked } from './use-view-blocked.ts'

const Drawer = lazy(() => import('../../ui/dialog/drawer.tsx').then((module) => ({ default: module.Drawer })))

const QuestionsLink = lazy(() => import('./question-tools.tsx').then((module) => ({ default: module.QuestionsLink })))

const BrandMark = lazy(loadBrand)

const CLOCK_MS = 60_000

interface ShellProps {
  readonly roomId: number
  readonly side: (close: () => void) => ReactNode
  readonly sideLabel: string
  readonly isOperatorArea?: boolean
  readonly otherArea?: { readonly to: '/' | '/admin/dashboard' | '/admin/upload'; readonly label: string } | undefined
  readonly search?: ReactNode
  readonly isGated?: boolean
  readonly accountActions?: readonly MenuAction[]
  readonly notice?: ReactNode
  readonly children: ReactNode
}

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
  const isContentOperator = useIsContentOperator()
  const index = useIndexDialog(roomId, isOperatorArea && !isGated && !isContentOperator)
  const sessions = useSessionsDialog()
  const security = useSecurityDialog(roomId)
  const pace = usePaceDialog(blockedBecause !== undefined)
  const proposing = useProposeDialog(roomId, room?.leads === true)
  const session = useSession()
  const guide = useGuide(room !== undefined, isGated)
  const navigate = useNavigate()
  const isFolding = useMediaQuery('(max-width: 767px)')
  const closeDrawer = () => setDrawerOpen(false)
  const toOtherArea: readonly MenuAction[] =
    isFolding && otherArea
      ? [{ id: 'area', icon: ArrowLeftRight, label: otherArea.label, blockedBecause, onAction: () => void navigate({ to: otherArea.to }) }]
      : []
  const toArchive: readonly MenuAction[] = isContentOperator
    ? []
    : [{ id: 'archive', icon: Download, label: t('sessions.archive'), blockedBecause, onAction: ownArchive.open }]
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
          <Brand roomId={roomId} />
          <Side roomId={roomId}>{side(closeDrawer)}</Side>
        </aside>
      )}
      <header className="top">
        {!hasSide && (
          <>
            <IconButton icon={Menu} label={sideLabel} aria-haspopup="dialog" onClick={() => setDrawerOpen(true)} />
            {room?.brand && <Brand roomId={roomId} />}
            <span className="top-room ellipsis">{room?.roomName}</span>
          </>
        )}
        {search}
        <div className="top-end">
          <Clock />
          {session?.agreed && !isContentOperator && (
            <Suspense fallback={<span className="top-place" />}>
              <QuestionsLink roomId={roomId} />
            </Suspense>
          )}
          <MessageButton isOperatorArea={isOperatorArea} />
          {session && (
            <AccountButton
              account={session}
              actions={[
                ...toOtherArea,
                { id: 'activity', icon: History, label: t('sessions.activity'), blockedBecause, onAction: ownActivity.open },
                { id: 'index', icon: ListTree, label: t('app.index'), blockedBecause, onAction: index.open },
                ...toArchive,
                {
                  id: 'rooms',
                  icon: LayoutGrid,
                  label: t('sessions.rooms'),
                  blockedBecause,
                  onAction: () => void navigate({ to: '/rooms' }),
                },
                { id: 'sessions', icon: MonitorSmartphone, label: t('sessions.title'), blockedBecause, onAction: sessions.open },
                { id: 'security', icon: Settings, label: t('sessions.security'), blockedBecause, onAction: security.open },
                { id: 'mails', icon: Mail, label: t('app.mails'), blockedBecause, onAction: pace.open },
                ...proposing.actions,
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
              !isContentOperator && <EndingLink />
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
            {room?.brand && <Brand roomId={roomId} />}
            <Side roomId={roomId}>{side(closeDrawer)}</Side>
          </Drawer>
        </Suspense>
      )}
      {ownActivity.dialog}
      {ownArchive.dialog}
      {index.dialog}
      {sessions.dialog}
      {security.dialog}
      {pace.dialog}
      {proposing.dialog}
    </div>
  )
}

function Brand({ roomId }: { readonly roomId: number }) {
  const brand = useRoom(roomId)?.brand
  return (
    <div className="brand">
      {brand ? (
        <Suspense>
          <BrandMark roomId={roomId} brand={brand} />
        </Suspense>
      ) : (
        <>
          <Mark />
          <span lang="en">Data Room</span>
        </>
      )}
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

/** Screen readers would announce every minute. */
function Clock() {
  const [language] = useLanguage()
  return <span className="top-clock meta numbers">{formatInstant(useNow(CLOCK_MS), language)}</span>
}
