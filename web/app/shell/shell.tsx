import './shell.css'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, LogOut, Menu } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
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
import { AccountButton } from './account/account-button.tsx'
import { useAccountActions } from './account/use-account-actions.tsx'
import { MessageButton } from './message-tools.tsx'
import { EndingLink, PhaseNotice } from './phase-notice.tsx'
import { useGuide } from './use-guide.tsx'
import { useLogout } from './use-logout.ts'
import { useViewBlocked } from './use-view-blocked.ts'

const Drawer = lazy(() =>
  import('../../ui/dialog/drawer.tsx').then((module) => ({ default: module.Drawer })),
)

const QuestionsLink = lazy(() =>
  import('./question-tools.tsx').then((module) => ({ default: module.QuestionsLink })),
)

const BrandMark = lazy(loadBrand)

const CLOCK_MS = 60_000

interface ShellProps {
  readonly roomId: number
  readonly side: (close: () => void) => ReactNode
  readonly sideLabel: string
  readonly isOperatorArea?: boolean
  readonly otherArea?:
    | { readonly to: '/' | '/admin/dashboard' | '/admin/upload'; readonly label: string }
    | undefined
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
  const room = useRoom(roomId)
  const hasSide = useMediaQuery('(min-width: 1280px)')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const blockedBecause = useViewBlocked()
  const isContentOperator = useIsContentOperator()
  const [accountEntries, accountDialogs, openArchive] = useAccountActions(
    roomId,
    isOperatorArea && !isGated,
    blockedBecause,
  )
  const [toOtherArea, toLogin, buttons] = useLeaving(otherArea, blockedBecause)
  const session = useSession()
  const guide = useGuide(room !== undefined, isGated)
  const closeDrawer = () => setDrawerOpen(false)
  const sideBody = <Side roomId={roomId}>{side(closeDrawer)}</Side>

  return (
    <div className="shell">
      <button
        type="button"
        className="skip"
        onClick={() => document.getElementById('main')?.focus()}
      >
        {t('app.skip')}
      </button>
      {hasSide && (
        <aside className="side" aria-label={sideLabel}>
          <Brand roomId={roomId} />
          {sideBody}
        </aside>
      )}
      <header className="top">
        {!hasSide && (
          <>
            <IconButton
              icon={Menu}
              label={sideLabel}
              aria-haspopup="dialog"
              onClick={() => setDrawerOpen(true)}
            />
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
              actions={[...toOtherArea, ...accountEntries, ...accountActions, ...toLogin]}
            />
          )}
          {buttons}
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
              <Button
                size="small"
                aria-haspopup="dialog"
                blockedBecause={blockedBecause}
                onClick={openArchive}
              >
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
            {sideBody}
          </Drawer>
        </Suspense>
      )}
      {accountDialogs}
    </div>
  )
}

/** Narrow windows have entries of the menu instead of buttons. */
function useLeaving(
  otherArea: ShellProps['otherArea'],
  blockedBecause: string | undefined,
): readonly [area: readonly MenuAction[], login: readonly MenuAction[], buttons: ReactNode] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const logout = useLogout()
  const isFolding = useMediaQuery('(max-width: 767px)')
  const leave = { icon: LogOut, label: t('app.logout'), blockedBecause }
  const onAction = () => void logout()
  if (isFolding) {
    const toArea = otherArea && {
      id: 'area',
      icon: ArrowLeftRight,
      label: otherArea.label,
      blockedBecause,
      onAction: () => void navigate({ to: otherArea.to }),
    }
    return [toArea ? [toArea] : [], [{ id: 'logout', ...leave, onAction }], undefined]
  }
  return [
    [],
    [],
    <>
      {otherArea &&
        (blockedBecause ? (
          <Button blockedBecause={blockedBecause}>{otherArea.label}</Button>
        ) : (
          <Link to={otherArea.to} className={buttonClass()}>
            {otherArea.label}
          </Link>
        ))}
      <IconButton {...leave} onClick={onAction} />
    </>,
  ]
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
