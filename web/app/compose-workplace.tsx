import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ComposePage } from '../features/compose/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { preloadDialogs } from '../ui/dialogs.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { useHouse } from './house-context.ts'
import { IdleEnd } from './idle-end.tsx'
import { LiveUpdates } from './live-updates.tsx'
import { RaisedGate } from './raised-gate.tsx'
import { useRaised } from './use-raised.ts'
import { openWorkroom, WorkroomProvider } from './workroom.ts'

const ConnectionNotice = lazy(() => import('./connection-notice.tsx').then((module) => ({ default: module.ConnectionNotice })))

/** What one session composes with. */
export function ComposeWorkplace({ session }: { readonly session: SessionRecord }) {
  const house = useHouse()
  const [workroom] = useState(() => openWorkroom(house))
  const [isCut, setIsCut] = useState(false)
  useEffect(() => () => workroom.close(), [workroom])
  useEffect(preloadDialogs, [])
  return (
    <WorkroomProvider value={workroom}>
      <QueryClientProvider client={workroom.queries}>
        <Gated session={session} />
        <IdleEnd />
        <LiveUpdates session={session} sessions={house.sessions} onReach={(isReached) => setIsCut(!isReached)} />
        <Suspense>
          <ConnectionNotice isCut={isCut} />
        </Suspense>
      </QueryClientProvider>
    </WorkroomProvider>
  )
}

function Gated({ session }: { readonly session: SessionRecord }) {
  const raised = useRaised(session.roomId)
  return (
    <RaisedGate session={session} raised={raised} onCancel={() => location.assign('/')}>
      <ComposePage caller={session} settings={<DisplaySettings />} />
    </RaisedGate>
  )
}
