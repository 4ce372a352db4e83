import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { ROLE } from '../../contract/core/limits.ts'
import { ClipboardProvider, DownloadProvider } from '../features/documents/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { useTranslation } from '../lib/i18n.ts'
import { preloadDialogs, useDialogs } from '../ui/dialogs.tsx'
import { useHouse, useSession, useView } from './house-context.ts'
import { IdleEnd } from './idle-end.tsx'
import { LiveUpdates } from './live-updates.tsx'
import { SentMessages } from './message-tools.tsx'
import { WaitingScreen } from './public-screens.tsx'
import { ViewAsFrame, ViewAsReturn } from './view-as-frame.tsx'
import { openWorkroom, WorkroomProvider } from './workroom.ts'

/** Asked for at once, so that it is there when the network is not. Without it the room is as it was: one that does not come breaks nothing. */
const ConnectionNotice = lazy(
  (): Promise<{ default: ComponentType<{ readonly isCut: boolean }> }> =>
    import('./connection-notice.tsx').then(
      (module) => ({ default: module.ConnectionNotice }),
      () => ({ default: () => null }),
    ),
)

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
  const [isCut, setIsCut] = useState(false)
  useEffect(() => () => workroom.close(), [workroom])
  useEffect(preloadDialogs, [])
  // Whoever was answered is not cut off, whatever the event stream waits for.
  useEffect(
    () =>
      workroom.queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true) setIsCut(false)
      }),
    [workroom],
  )
  return (
    <WorkroomProvider value={workroom}>
      <QueryClientProvider client={workroom.queries}>
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
        <DeniedNotice />
        <ViewAsReturn />
        {session.agreed && (
          <>
            <IdleEnd />
            <LiveUpdates session={session} sessions={view ? views : sessions} onReach={(isReached) => setIsCut(!isReached)} />
            <Suspense>
              <ConnectionNotice isCut={isCut} />
            </Suspense>
          </>
        )}
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
