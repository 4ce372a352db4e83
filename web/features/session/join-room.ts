import { join, joinByLink } from '../../../contract/features/session.ts'
import type { Api } from '../../lib/api.ts'
import type { SessionStore } from './session-store.ts'

/** Enters with a PIN or the token of a mailed link. A session that this browser holds already is replaced, on the server too. */
export async function joinRoom(api: Api, sessions: SessionStore, by: { readonly pin: string } | { readonly link: string }): Promise<void> {
  const held = sessions.read()
  const options = held ? { bearer: held.jwt } : {}
  const { payload, beside } =
    'pin' in by
      ? await api.page(join, { body: { pin: by.pin } }, options)
      : await api.page(joinByLink, { body: { token: by.link } }, options)
  sessions.enter(payload, beside.step?.email)
}
