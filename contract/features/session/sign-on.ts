import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { done, id, instant, pathId } from '../../core/schemas.ts'
import { sessionPayload } from '../session.ts'
import { COMPLETE_PATH } from './own-rooms.ts'
import { providerId, signOnProvider } from './sign-on-provider.ts'

export const SIGN_ON_PATH = '/room/api/session/oidc'

const byNobody = { credential: 'none', delivers: 'none' } as const

export const providers = operation({
  ...byNobody,
  name: 'signon.providers',
  method: 'GET',
  path: SIGN_ON_PATH,
  summary:
    'Lists the OpenID Connect providers with which people may enter at least one room, for the buttons at the entrance.',
  answer: { kind: 'json', payload: z.array(signOnProvider) },
})

export const start = operation({
  ...byNobody,
  name: 'signon.start',
  method: 'GET',
  path: `${SIGN_ON_PATH}/:provider/start`,
  summary:
    'Redirects the browser to the provider, with PKCE, and sets a cookie so that only this browser can return. On failure, redirects to a page of Sealroom that shows the reason.',
  params: z.strictObject({ provider: providerId }),
  answer: { kind: 'redirect' },
})

export const callback = operation({
  ...byNobody,
  name: 'signon.callback',
  method: 'GET',
  path: `${SIGN_ON_PATH}/:provider/callback`,
  summary:
    'Receives the browser from the provider. Uses the code at once and keeps the provider’s answer for two minutes under a cookie that works once. Redirects to a page of Sealroom.',
  params: z.strictObject({ provider: providerId }),
  query: z
    .object({ state: z.string().max(100).optional() })
    .catchall(z.union([z.string(), z.array(z.string())])),
  answer: { kind: 'redirect' },
})

export const complete = operation({
  ...byNobody,
  name: 'signon.complete',
  method: 'POST',
  path: COMPLETE_PATH,
  summary:
    'Exchanges the callback cookie for a session if the person is a member of exactly one room that accepts the provider. Returns and sets what `session.join` would have, without a second step. If there are several such rooms, `room` may name one by its number. Otherwise `session` is null, and the browser lists and enters them (`session/rooms`, `session/cross`). Replaces a sent bearer token of that room.',
  /** The link to the entrance names this room. */
  query: z.strictObject({ room: z.string().max(20).optional() }),
  answer: { kind: 'json', payload: z.object({ session: sessionPayload.nullable() }) },
})

/** For these people, PINs, mailed links and mailed confirmations are enough to enter. */
const PIN_ENOUGH = ['everyone', 'operators'] as const

const issuer = z.string().max(2_000)

const accepted = z.strictObject({
  provider: providerId,
  /** A provider whose issuer changed since the room accepted it is refused. */
  issuer,
  /** A sign-on with several factors also opens the operator area. */
  replacesCode: z.boolean(),
  /** The first value of the groups claim that matches decides the group, at the first entry only. */
  groups: z.array(z.strictObject({ claim: z.string().min(1).max(200), groupId: id })).max(50),
})

export const signOnSettings = z.strictObject({
  pin: z.enum(PIN_ENOUGH),
  providers: z.array(accepted).max(10),
})
export type SignOnSettings = z.infer<typeof signOnSettings>

const binding = z.object({ memberId: id, name: z.string(), provider: z.string(), since: instant })
export type SignOnBinding = z.infer<typeof binding>

const configuring = {
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
} as const

export const settings = operation({
  ...configuring,
  name: 'signon.settings',
  method: 'GET',
  path: '/room/api/room/signOn/:roomId',
  summary:
    'Returns which proofs are enough to enter the room, the providers of the installation, and the people who have used one.',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      settings: signOnSettings,
      available: z.array(
        signOnProvider.extend({ issuer, hasGroups: z.boolean(), hasStrong: z.boolean() }),
      ),
      bindings: z.array(binding),
    }),
  },
})

export const update = operation({
  ...configuring,
  name: 'signon.update',
  method: 'PUT',
  path: '/room/api/room/update/signOn',
  summary:
    'Sets which proofs are enough to enter. A provider is accepted with its `issuer`, and not with another one that an administrator sets later. With `pin` `operators`, participants enter by a provider only, so one must be accepted. Open sessions continue.',
  body: z.strictObject({ id, settings: signOnSettings }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const unbind = operation({
  name: 'signon.unbind',
  method: 'POST',
  path: '/room/api/room/user/signOn/unbind',
  summary:
    'Removes the provider account of a member. The next account with the address of the member takes its place.',
  credential: 'session',
  delivers: 'none',
  permission: 'members.manage',
  body: z.strictObject({ id, roomId: id }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})
