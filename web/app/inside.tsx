import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { ROLE } from '../../contract/core/limits.ts'
import { ClipboardProvider, DownloadProvider } from '../features/documents/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { useTranslation } from '../lib/i18n.ts'
import { preloadDialogs, useDialogs } from '../ui/dialog/dialogs.tsx'
import { loadNames } from './screens/late-parts.ts'
import { WaitingScreen } from './screens/public/public-screens.tsx'
import { openSessionScope, SessionScopeProvider } from './session-scope.ts'
import { SentMessages } from './shell/message-tools.tsx'
import { RoomAccess } from './shell/phase-notice.tsx'
import { SessionWatch } from './shell/session-watch.tsx'
import { ViewAsFrame, ViewAsReturn } from './shell/view-as-frame.tsx'
import { SubmissionFrame } from './uploading/submission-frame.tsx'
import { useApp, useSession, useView } from './use-app.ts'
import { useRoom } from './use-room.ts'

const UploadProvider = lazy(() =>
  import('./uploading/upload-provider.tsx').then((module) => ({ default: module.UploadProvider })),
)

/** The key discards the state of an earlier session. */
export function Inside() {
  const session = useSession()
  return session ? <Workplace key={session.jwt} session={session} /> : null
}

function Workplace({ session }: { readonly session: SessionRecord }) {
  const app = useApp()
  const { sessions, views } = app
  const view = useView()
  const [sessionScope] = useState(() => openSessionScope(app))
  useEffect(() => () => sessionScope.close(), [sessionScope])
  useEffect(preloadDialogs, [])
  return (
    <SessionScopeProvider value={sessionScope}>
      <QueryClientProvider client={sessionScope.queries}>
        <RoomAccess roomId={session.roomId}>
          <WithUploads session={session}>
            <SentMessages>
              <ViewAsFrame>
                <ClipboardProvider value={sessionScope.clipboard}>
                  <DownloadProvider>
                    <Outlet />
                  </DownloadProvider>
                </ClipboardProvider>
              </ViewAsFrame>
            </SentMessages>
          </WithUploads>
        </RoomAccess>
        <DeniedNotice />
        <ViewAsReturn />
        {session.agreed && session.roleId === ROLE.operator && !view && <Setup session={session} />}
        {session.agreed && <SessionWatch session={session} sessions={view ? views : sessions} />}
      </QueryClientProvider>
    </SessionScopeProvider>
  )
}

function WithUploads({
  session,
  children,
}: {
  readonly session: SessionRecord
  readonly children: ReactNode
}) {
  if (session.roleId !== ROLE.operator)
    return <SubmissionFrame session={session}>{children}</SubmissionFrame>
  return (
    <Suspense fallback={<WaitingScreen />}>
      <UploadProvider session={session}>{children}</UploadProvider>
    </Suspense>
  )
}

function Setup({ session }: { readonly session: SessionRecord }) {
  const { i18n } = useApp()
  const [Layer] = useState(() =>
    lazy(async () => ({ default: (await loadNames(i18n)).SetupLayer })),
  )
  const isPending = useRoom(session.roomId)?.notices.includes('SETUP_PENDING') === true
  const [isWanted, setWanted] = useState(false)
  if (isPending && !isWanted) setWanted(true)
  return <Suspense>{isWanted && <Layer session={session} />}</Suspense>
}

function DeniedNotice() {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const navigate = useNavigate()
  const isDenied = useLocation({ select: ({ state }) => state.isDenied === true })

  const report = useEffectEvent(async () => {
    // A reload restores the same history entry.
    await navigate({ to: '/', replace: true, state: {} })
    await dialogs.alert({ tone: 'check', text: t('app.denied') })
  })
  useEffect(() => {
    if (isDenied) void report()
  }, [isDenied])
  return null
}
