import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { done, id, instant, queryId, queryPaging } from '../core/schemas.ts'
import { roomPhase, viewing, watermarkStyle } from './rooms.ts'

/** The token never contains rights; each request reads them. */
export const sessionPayload = z.object({
  jwt: z.string(),
  roomId: id,
  roomNo: z.string(),
  roleId: id,
  userId: id,
  id,
  email: z.string(),
  name: z.string(),
  print: z.boolean(),
  download: z.boolean(),
  /** The time counts down to the fixed end after 12 hours. */
  secondsLeft: z.int().nonnegative(),
})

export const stepWays = z.array(z.enum(['mail', 'app', 'passkey']))

/** The session opens nothing without such a proof. */
export const entryStep = z.object({
  /** The local part is shortened. */
  email: z.string(),
  /** Without `mail`, no code was mailed. */
  ways: stepWays,
})

const joinAnswer = {
  kind: 'json',
  payload: sessionPayload,
  beside: z.object({ step: entryStep.optional() }),
} as const

/** The cookie of the known device has this path, so only entry operations use it. */
export const ENTRY_PATH = '/room/api/room/join'

export const join = operation({
  name: 'session.join',
  method: 'POST',
  path: ENTRY_PATH,
  summary:
    'Starts a session in a room with a PIN. The web client uses this call, so that no PIN is in a URL. Sets the cookie of a known device. A bearer token in the request names a session that the new one replaces. `step`, beside the payload, is present if the room requires a mailed code, the authenticator app or a passkey on this device. The session can then do nothing before `session.prove` or `session.proveStep`. Until then, no cookie is set, and the payload does not identify the person.',
  credential: 'none',
  delivers: 'none',
  body: z.strictObject({ pin: z.string().max(40) }),
  answer: joinAnswer,
})

export const joinByPath = operation({
  name: 'session.joinByPath',
  method: 'POST',
  path: `${ENTRY_PATH}/:pin`,
  summary: 'Starts a session in a room with a PIN in the path, with or without hyphens.',
  credential: 'none',
  delivers: 'none',
  params: z.strictObject({ pin: z.string().max(40) }),
  answer: joinAnswer,
})

export const joinByLink = operation({
  name: 'session.joinByLink',
  method: 'POST',
  path: `${ENTRY_PATH}/link`,
  summary:
    'Starts a session with the token of a mailed link, which is used up. Otherwise works as with a PIN.',
  credential: 'none',
  delivers: 'none',
  body: z.strictObject({ token: z.string().max(40) }),
  answer: joinAnswer,
})

export const prove = operation({
  name: 'session.prove',
  method: 'POST',
  path: `${ENTRY_PATH}/step`,
  summary:
    'Completes an entry with the mailed code, with or without a space. Returns and sets what `session.join` would have.',
  credential: 'session',
  delivers: 'none',
  permission: 'session.prove',
  body: z.strictObject({ code: z.string().max(40) }),
  answer: { kind: 'json', payload: sessionPayload },
})

export const mailStepCode = operation({
  name: 'session.mailStepCode',
  method: 'POST',
  path: `${ENTRY_PATH}/step/code`,
  summary:
    'Mails another code of the second step; the previous one stops working. Limited to once a minute, five an hour.',
  credential: 'session',
  delivers: 'none',
  permission: 'session.prove',
  answer: { kind: 'json', payload: done },
})

const lostPin = {
  summary:
    'Mails a new PIN for each room of an address. The previous PIN works until the new one is used. An unused new PIN expires.',
  credential: 'none',
  delivers: 'none',
  answer: { kind: 'json', payload: done },
} as const

export const findPin = operation({
  ...lostPin,
  name: 'session.findPin',
  method: 'POST',
  path: '/room/admin/auth/comm/findPin',
  body: z.strictObject({ email: z.string().max(1_000) }),
})

export const findPinByGet = operation({
  ...lostPin,
  name: 'session.findPinByGet',
  method: 'GET',
  path: '/room/admin/auth/comm/findPin/:email',
  params: z.strictObject({ email: z.string().max(1_000) }),
})

export const agree = operation({
  name: 'session.agree',
  method: 'POST',
  path: '/room/api/room/checkAgree',
  summary:
    'Accepts the confidentiality notice, at each login. `version` is that of the notice that was read, and must be the newest. The first time, a copy is mailed in the language of the call.',
  credential: 'session',
  delivers: 'none',
  permission: 'agreement.accept',
  query: z.strictObject({ id: queryId, version: queryId.optional() }),
  identity: { query: { id: 'member' } },
  answer: { kind: 'json', payload: done },
})

export const rights = operation({
  name: 'session.rights',
  method: 'POST',
  path: '/room/api/room/toggle',
  summary: 'Returns the caller’s current print and download rights.',
  credential: 'session',
  delivers: 'none',
  permission: 'session.use',
  viewAs: true,
  body: z.strictObject({ managementId: id, roomId: id, userId: id }),
  identity: { body: { managementId: 'member', roomId: 'room', userId: 'user' } },
  answer: { kind: 'json', payload: z.object({ print: z.boolean(), download: z.boolean() }) },
})

export const logout = operation({
  name: 'session.logout',
  method: 'POST',
  path: '/room/api/room/logout',
  summary: 'Ends the session. Its token stops working at once.',
  credential: 'session',
  delivers: 'none',
  permission: 'session.end',
  viewAs: true,
  answer: { kind: 'json', payload: done },
})

const viewedPerson = z.object({ memberId: id, name: z.string() })

const viewedGroup = z.object({
  groupId: id,
  name: z.string(),
  from: instant.optional(),
  until: instant.optional(),
  networks: z.array(z.string()),
})

export const viewAs = operation({
  name: 'session.viewAs',
  method: 'POST',
  path: '/room/api/room/user/viewAs',
  summary:
    'Opens the room for the calling operator as a person who is not blocked, or as a group, sees it. Exactly one is named. The returned token is valid for calls that read, and for logout, which ends it. It also ends with the session, its operator area, or the access of the person or group. A session has one such token at a time. Role and rights are those of the person, or of a participant of the group with print and download on. Everything else is the operator’s own: ids, watermark, log. Times and networks of a group are returned, but not applied.',
  credential: 'session',
  delivers: 'none',
  permission: 'members.viewAs',
  body: z.strictObject({ roomManagerId: id.optional(), groupId: id.optional() }),
  answer: {
    kind: 'json',
    payload: sessionPayload.extend({ viewAs: z.union([viewedPerson, viewedGroup]) }),
  },
})

export const elevate = operation({
  name: 'session.raise',
  method: 'POST',
  path: '/room/admin/auth/comm/checkManagerPin',
  summary: 'Opens the operator area for this session with the operator code.',
  credential: 'session',
  delivers: 'none',
  permission: 'operator.raise',
  body: z.strictObject({ code: z.string().max(40), roomId: id, userId: id }),
  identity: { body: { roomId: 'room', userId: 'user' } },
  answer: { kind: 'json', payload: z.object({ checked: z.boolean() }) },
})

export const findCode = operation({
  name: 'session.findCode',
  method: 'POST',
  path: '/room/admin/auth/comm/findCode',
  summary:
    'Mails a new operator code to the address of the session. The previous code stops working.',
  credential: 'session',
  delivers: 'none',
  permission: 'operator.raise',
  body: z.strictObject({ roomNo: z.string().max(40), userId: id }),
  identity: { body: { userId: 'user' } },
  answer: { kind: 'json', payload: done },
})

export const alive = operation({
  name: 'session.alive',
  method: 'POST',
  path: '/room/api/room/alive',
  summary:
    'Reports user activity (pointer, key, touch, scroll). Nothing else postpones the idle timeout. Clients call at most once a minute.',
  credential: 'session',
  delivers: 'none',
  permission: 'session.use',
  answer: { kind: 'json', payload: done },
})

export const ownSession = z.object({
  id,
  current: z.boolean(),
  /** These are product names, or empty. */
  browser: z.string(),
  system: z.string(),
  /** The last part of the network address is left out. */
  address: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
})

export const list = operation({
  name: 'session.list',
  method: 'GET',
  path: '/room/api/room/sessions',
  summary: 'Lists the caller’s active sessions, newest first.',
  credential: 'session',
  delivers: 'none',
  permission: 'session.use',
  query: z.strictObject(queryPaging),
  answer: { kind: 'json', payload: z.array(ownSession), paged: true },
})

export const endOne = operation({
  name: 'session.endOne',
  method: 'POST',
  path: '/room/api/room/sessions/end',
  summary: 'Ends one of the caller’s sessions.',
  credential: 'session',
  delivers: 'none',
  permission: 'session.use',
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: done },
})

export const endOthers = operation({
  name: 'session.endOthers',
  method: 'POST',
  path: '/room/api/room/sessions/endOthers',
  summary: 'Ends all sessions of the caller except the calling one, and returns their number.',
  credential: 'session',
  delivers: 'none',
  permission: 'session.use',
  answer: { kind: 'json', payload: z.object({ ended: z.int().nonnegative() }) },
})

export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('heartbeat') }),
  z.object({
    type: z.literal('rights'),
    print: z.boolean(),
    download: z.boolean(),
    text: z.boolean(),
    roleId: id,
  }),
  z.object({
    type: z.literal('room'),
    watermark: z.boolean(),
    noti: z.boolean(),
    watermarkStyle,
    viewing,
    ...roomPhase.shape,
  }),
  z.object({ type: z.literal('items'), parent: z.int().nonnegative() }),
  z.object({ type: z.literal('threads') }),
  z.object({ type: z.literal('progress'), act: z.string(), done: z.int(), total: z.int() }),
  z.object({ type: z.literal('ended'), code: z.string() }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const events = operation({
  name: 'session.events',
  method: 'GET',
  path: '/room/api/room/events',
  summary:
    'Streams JSON lines: rights changed, room changed, items changed, progress of an action of this session, session ended. A heartbeat comes every 20 s.',
  credential: 'session',
  delivers: 'none',
  permission: 'session.use',
  viewAs: true,
  answer: { kind: 'lines', line: liveEvent },
})
