import type { PayloadOut } from '../../../contract/core/operation.ts'
import { join, joinByLink, logout } from '../../../contract/features/session.ts'
import type { Api } from '../../lib/api/api.ts'
import type { SessionStore } from './store/session-store.ts'

/** Also ends this browser's former session in the room. */
export async function joinRoom(
  api: Api,
  sessions: SessionStore,
  by: { readonly pin: string } | { readonly link: string },
): Promise<void> {
  const held = sessions.read()
  const options = held ? { bearer: held.jwt } : {}
  const { payload, beside } =
    'pin' in by
      ? await api.page(join, { body: { pin: by.pin } }, options)
      : await api.page(joinByLink, { body: { token: by.link } }, options)
  takeIn(api, sessions, { session: payload, step: beside.step, sent: held?.jwt })
}

type Joined = PayloadOut<typeof join>

interface Taken {
  readonly session: Joined
  readonly step: { readonly email: string; readonly ways: readonly string[] } | undefined
  /** If this session belonged to the same room, the server has ended it. */
  readonly sent: string | undefined
}

/** Also ends the sessions that this browser no longer holds. */
export function takeIn(api: Api, sessions: SessionStore, { session, step, sent }: Taken): void {
  for (const { jwt, roomId } of sessions.enter(session, step?.email, step?.ways))
    if (jwt !== sent || roomId !== session.roomId)
      void api.call(logout, {}, { bearer: jwt, keepalive: true }).catch(() => undefined)
}
