import { IdleWatch } from '../features/session/index.ts'
import { ApiProvider } from '../lib/api-context.ts'
import { useHouse } from './house-context.ts'
import { useLogout } from './use-logout.ts'

/** Ends the session here when the person has been away too long. */
export function IdleEnd() {
  const { api, sessions } = useHouse()
  const logout = useLogout()
  return (
    // Whoever views the room as another person is at work all the same.
    <ApiProvider value={api}>
      <IdleWatch sessions={sessions} onEnd={(reason) => sessions.end(reason)} onLogout={() => void logout()} />
    </ApiProvider>
  )
}
