import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { ROLE } from '../../contract/core/limits.ts'
import { ClipboardProvider, DownloadProvider } from '../features/documents/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { useTranslation } from '../lib/i18n.ts'
import { preloadDialogs, useDialogs } from '../ui/dialogs.tsx'
import { useHouse, useSession, useView } from './house-context.ts'
import { loadNames } from './late-parts.ts'
import { SentMessages } from './message-tools.tsx'
import { RoomPhase } from './phase-notice.tsx'
import { WaitingScreen } from './public-screens.tsx'
import { SessionWatch } from './session-watch.tsx'
import { useRoom } from './use-room.ts'
import { ViewAsFrame, ViewAsReturn } from './view-as-frame.tsx'
import { openWorkroom, WorkroomProvider } from './workroom.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The operator area was asked for by somebody who is no operator. */
    readonly isDenied?: boolean
  }
}

const UploadProvider = lazy(() => import('./upload-provider.tsx').then((module) => ({ default: module.UploadProvider })))

/** All screens of a session. The next session begins with everything new. */
export function Inside() {
  const session = useSession()
  return session ? <Workplace key={session.jwt} session={session} /> : null
}

/** The screen, and what stands over every screen of a session. */
function Workplace({ session }: { readonly session: SessionRecord }) {
  const house = useHouse()
  const { sessions, views } = house
  const view = useView()
  const [workroom] = useState(() => openWorkroom(house))
  useEffect(() => () => workroom.close(), [workroom])
  useEffect(preloadDialogs, [])
  return (
    <WorkroomProvider value={workroom}>
      <QueryClientProvider client={workroom.queries}>
        <RoomPhase roomId={session.roomId}>
          <WithUploads session={session}>
            <SentMessages>
              <ViewAsFrame>
                <ClipboardProvider value={workroom.clipboard}>
                  <DownloadProvider>
                    <Outlet />
                  </DownloadProvider>
                </ClipboardProvider>
              </ViewAsFrame>
            </SentMessages>
          </WithUploads>
        </RoomPhase>
        <DeniedNotice />
        <ViewAsReturn />
        {session.agreed && session.roleId === ROLE.operator && !view && <Setup session={session} />}
        {session.agreed && <SessionWatch session={session} sessions={view ? views : sessions} />}
      </QueryClientProvider>
    </WorkroomProvider>
  )
}

/** Only operators fill a room. */
function WithUploads({ session, children }: { readonly session: SessionRecord; readonly children: ReactNode }) {
  if (session.roleId !== ROLE.operator) return children
  return (
    <Suspense fallback={<WaitingScreen />}>
      <UploadProvider session={session}>{children}</UploadProvider>
    </Suspense>
  )
}

/** Loaded where it is asked for alone: in the room of a first start. */
function Setup({ session }: { readonly session: SessionRecord }) {
  const { i18n } = useHouse()
  const [Layer] = useState(() => lazy(async () => ({ default: (await loadNames(i18n)).SetupLayer })))
  const isPending = useRoom(session.roomId)?.notices.includes('SETUP_PENDING') === true
  // It stays to its end, also when the room is named by then.
  const [isWanted, setWanted] = useState(false)
  if (isPending && !isWanted) setWanted(true)
  return <Suspense>{isWanted && <Layer session={session} />}</Suspense>
}

function DeniedNotice() {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const navigate = useNavigate()
  const isDenied = useLocation({ select: ({ state }) => state.isDenied === true })

  const tell = useEffectEvent(async () => {
    // Told once: a reload brings the same history entry back.
    await navigate({ to: '/', replace: true, state: {} })
    await dialogs.alert({ tone: 'check', text: t('app.denied') })
  })
  useEffect(() => {
    if (isDenied) void tell()
  }, [isDenied])
  return null
}
