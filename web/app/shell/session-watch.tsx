import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { IdleWatch, LifetimeWatch } from '../../features/session/index.ts'
import { ApiProvider } from '../../lib/api/api-context.ts'
import { useSessionScope } from '../session-scope.ts'
import { useApp } from '../use-app.ts'
import { LiveUpdates } from './live-updates.tsx'
import { useLogout } from './use-logout.ts'

/** The network may be unavailable later. */
const ConnectionNotice = lazy(
  (): Promise<{ default: ComponentType<{ readonly isCut: boolean }> }> =>
    import('./connection-notice.tsx').then(
      (module) => ({ default: module.ConnectionNotice }),
      () => ({ default: () => null }),
    ),
)

function IdleEnd() {
  const { api, sessions } = useApp()
  const logout = useLogout()
  const ends = { onEnd: (reason: string) => sessions.end(reason), onLogout: () => void logout() }
  return (
    <ApiProvider value={api}>
      <LifetimeWatch sessions={sessions} {...ends} />
      <IdleWatch sessions={sessions} {...ends} />
    </ApiProvider>
  )
}

export function SessionWatch(props: Omit<ComponentProps<typeof LiveUpdates>, 'onReach'>) {
  const { queries } = useSessionScope()
  const [isCut, setIsCut] = useState(false)
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (
          event.type === 'updated' &&
          event.action.type === 'success' &&
          event.action.manual !== true
        )
          setIsCut(false)
      }),
    [queries],
  )
  return (
    <>
      <IdleEnd />
      <LiveUpdates {...props} onReach={(isReached) => setIsCut(!isReached)} />
      <Suspense>
        <ConnectionNotice isCut={isCut} />
      </Suspense>
    </>
  )
}
