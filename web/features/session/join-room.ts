import { join, joinByLink, logout } from '../../../contract/features/session.ts'
import type { Api } from '../../lib/api/api.ts'
import type { SessionStore } from './session-store.ts'

/** Also ends the session that this browser held in that room. */
export async function joinRoom(api: Api, sessions: SessionStore, by: { readonly pin: string } | { readonly link: string }): Promise<void> {
  const held = sessions.read()
  const options = held ? { bearer: held.jwt } : {}
  const { payload, beside } =
    'pin' in by
      ? await api.page(join, { body: { pin: by.pin } }, options)
      : await api.page(joinByLink, { body: { token: by.link } }, options)
  for (const { jwt } of sessions.enter(payload, beside.step?.email))
    if (jwt !== held?.jwt || payload.roomId !== held.roomId)
      void api.call(logout, {}, { bearer: jwt, keepalive: true }).catch(() => undefined)
}
