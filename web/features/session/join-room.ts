import { join, logout } from '../../../contract/features/session.ts'
import type { Api } from '../../lib/api.ts'
import type { SessionStore } from './session-store.ts'

/** Enters with a PIN. A session that this browser holds already ends with it. */
export async function joinRoom(api: Api, sessions: SessionStore, pin: string): Promise<void> {
  const session = await api.call(join, { body: { pin } })
  const previous = sessions.read()
  // That one may be dead already, which is as good.
  if (previous) api.call(logout, {}, { bearer: previous.jwt }).catch(() => undefined)
  sessions.enter(session)
}
