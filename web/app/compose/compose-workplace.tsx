import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ComposePage } from '../../features/esign/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { preloadDialogs } from '../../ui/dialog/dialogs.tsx'
import { ElevatedGate } from '../screens/elevated-gate.tsx'
import { openSessionScope, SessionScopeProvider } from '../session-scope.ts'
import { AccountButton } from '../shell/account/account-button.tsx'
import { PhaseNotice, RoomAccess } from '../shell/phase-notice.tsx'
import { SessionWatch } from '../shell/session-watch.tsx'
import { useApp } from '../use-app.ts'
import { useElevated } from '../use-elevated.ts'

export function ComposeWorkplace({ session }: { readonly session: SessionRecord }) {
  const app = useApp()
  const [sessionScope] = useState(() => openSessionScope(app))
  useEffect(() => () => sessionScope.close(), [sessionScope])
  useEffect(preloadDialogs, [])
  return (
    <SessionScopeProvider value={sessionScope}>
      <QueryClientProvider client={sessionScope.queries}>
        <RoomAccess roomId={session.roomId}>
          <Gated session={session} />
        </RoomAccess>
        <SessionWatch session={session} sessions={app.sessions} />
      </QueryClientProvider>
    </SessionScopeProvider>
  )
}

function Gated({ session }: { readonly session: SessionRecord }) {
  const elevated = useElevated(session.roomId)
  return (
    <ElevatedGate session={session} raised={elevated} onCancel={() => location.assign('/')}>
      <ComposePage
        caller={session}
        settings={<AccountButton account={session} />}
        notice={<PhaseNotice roomId={session.roomId} />}
      />
    </ElevatedGate>
  )
}
