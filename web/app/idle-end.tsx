import { IdleWatch, LifetimeWatch } from '../features/session/index.ts'
import { ApiProvider } from '../lib/api-context.ts'
import { useHouse } from './house-context.ts'
import { useLogout } from './use-logout.ts'

/** Ends the session here when the person has been away too long, and when its time is over. */
export function IdleEnd() {
  const { api, sessions } = useHouse()
  const logout = useLogout()
  const ends = { onEnd: (reason: string) => sessions.end(reason), onLogout: () => void logout() }
  return (
    // Whoever views the room as another person is at work all the same.
    <ApiProvider value={api}>
      <LifetimeWatch sessions={sessions} {...ends} />
      <IdleWatch sessions={sessions} {...ends} />
    </ApiProvider>
  )
}
