import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ComposePage } from '../features/compose/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { preloadDialogs } from '../ui/dialogs.tsx'
import { AccountButton } from './account-button.tsx'
import { useHouse } from './house-context.ts'
import { PhaseNotice, RoomPhase } from './phase-notice.tsx'
import { RaisedGate } from './raised-gate.tsx'
import { SessionWatch } from './session-watch.tsx'
import { useRaised } from './use-raised.ts'
import { openWorkroom, WorkroomProvider } from './workroom.ts'

/** What one session composes with. */
export function ComposeWorkplace({ session }: { readonly session: SessionRecord }) {
  const house = useHouse()
  const [workroom] = useState(() => openWorkroom(house))
  useEffect(() => () => workroom.close(), [workroom])
  useEffect(preloadDialogs, [])
  return (
    <WorkroomProvider value={workroom}>
      <QueryClientProvider client={workroom.queries}>
        <RoomPhase roomId={session.roomId}>
          <Gated session={session} />
        </RoomPhase>
        <SessionWatch session={session} sessions={house.sessions} />
      </QueryClientProvider>
    </WorkroomProvider>
  )
}

function Gated({ session }: { readonly session: SessionRecord }) {
  const raised = useRaised(session.roomId)
  return (
    <RaisedGate session={session} raised={raised} onCancel={() => location.assign('/')}>
      <ComposePage caller={session} settings={<AccountButton account={session} />} notice={<PhaseNotice roomId={session.roomId} />} />
    </RaisedGate>
  )
}
