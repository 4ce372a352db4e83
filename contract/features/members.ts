import { z } from 'zod'
import { LIMITS, ROLE } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { OPERATOR_SCOPES } from '../core/permissions.ts'
import { done, id, instant, line, pathId, queryPaging } from '../core/schemas.ts'
import { THREAD_ROLES } from './threads/thread-roles.ts'

export const personName = line(100).pipe(z.string().min(1))

/** `id` is the client's row number. */
const personFields = {
  id: z.int().nonnegative().optional(),
  division: line(100).optional(),
  name: personName,
  position: line(100).optional(),
  email: z.string().max(1_000),
  phone: line(40).optional(),
}

export const invitee = z.strictObject({
  ...personFields,
  /** Without it, the person joins the default group. */
  groupId: id.optional(),
  /** Rows that name such a field or a group permit print and download unless they say otherwise. */
  print: z.boolean().optional(),
  download: z.boolean().optional(),
  from: instant.optional(),
  until: instant.optional(),
  /** With a scope, the person becomes an operator and is mailed a code. */
  scope: z.enum(OPERATOR_SCOPES).optional(),
})

/** `sent` means accepted by the mail server, or written to a file. */
const mailStatus = z.enum(['queued', 'sent', 'failed'])

const mailKind = z.enum([
  'pin',
  'code',
  'step',
  'acceptance',
  'passkey',
  'message',
  'new-documents',
  'daily',
  'submissions',
  'proposal',
  'other',
])

/** `expired` means that the mail waited too long, `withdrawn` that its reader may not see its document any more. */
export const mailReason = z.enum([
  'connection',
  'authentication',
  'deferred',
  'rejected',
  'unreadable',
  'expired',
  'withdrawn',
  'unknown',
])
export type MailReason = z.infer<typeof mailReason>

export const memberRow = z.object({
  id,
  userId: id,
  userName: z.string(),
  createdAt: instant,
  print: z.boolean(),
  download: z.boolean(),
  access: z.boolean(),
  /** A screen reader gets the text even if the room forbids selection. */
  text: z.boolean(),
  roleId: id,
  groupId: id.optional(),
  isLead: z.boolean().optional(),
  threadRole: z.enum(THREAD_ROLES),
  scope: z.enum(OPERATOR_SCOPES).optional(),
  /** Only operators who were never in a group have this. */
  isUngrouped: z.boolean().optional(),
  from: instant.optional(),
  until: instant.optional(),
  division: z.string(),
  position: z.string(),
  email: z.string(),
  phone: z.string(),
  lastSeenAt: instant.nullable(),
  mail: z
    .object({
      id,
      kind: mailKind.extract(['pin', 'code']),
      status: mailStatus,
      reason: mailReason.nullable(),
      attempts: z.int(),
      queuedAt: instant,
    })
    .nullable(),
})

export const list = operation({
  name: 'members.list',
  method: 'GET',
  path: '/room/api/room/roomManger/list/:roomId',
  summary: 'Lists the people of the room with their rights, in order of joining.',
  credential: 'session',
  delivers: 'none',
  permission: 'members.read',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(memberRow),
    paged: true,
    beside: z.object({ total: z.int().nonnegative() }),
  },
})

const managing = { credential: 'session', delivers: 'none', permission: 'members.manage' } as const

export const invite = operation({
  name: 'members.invite',
  method: 'POST',
  path: '/room/api/room/user/invite',
  summary:
    'Invites 1 to 30 people and mails each a PIN. If one address is already in the room, nobody is invited.',
  ...managing,
  bodyBytes: LIMITS.jsonBodyBytesMax,
  body: z.strictObject({
    id,
    inviteUserList: z.array(invitee).min(1).max(LIMITS.inviteesPerCall),
    roomId: id,
  }),
  identity: { body: { id: 'member', roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(z.object({ id, userName: z.string(), email: z.string() })),
  },
})

export const inviteAgain = operation({
  name: 'members.inviteAgain',
  method: 'POST',
  path: '/room/api/room/user/invite/update',
  summary:
    'Mails a new PIN to a member. Earlier PINs stop working when the new one is first used, or at once if the member has never entered.',
  ...managing,
  body: z.strictObject({ id, roomId: id }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const showPin = operation({
  name: 'members.showPin',
  method: 'POST',
  path: '/room/api/room/user/showPin',
  summary:
    'Returns a new PIN of a participant who has never entered, if its mail was undeliverable or no mail server is set. The PIN replaces the mailed one and is in this answer only. `code` is the operator code of the caller.',
  ...managing,
  body: z.strictObject({ id, roomId: id, code: z.string().max(40) }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ pin: z.string() }) },
})

export const ownName = operation({
  name: 'members.ownName',
  method: 'POST',
  path: '/room/api/room/user/ownName',
  summary:
    'Renames the calling operator. Past entries keep the previous name. Names of other members cannot change.',
  ...managing,
  body: z.strictObject({ name: personName }),
  answer: { kind: 'json', payload: done },
})

export const ownEmail = operation({
  name: 'members.ownEmail',
  method: 'POST',
  path: '/room/api/room/user/ownEmail',
  summary:
    'Mails a code to the new e-mail address of the calling operator. The address changes only once the code is entered.',
  ...managing,
  body: z.strictObject({ email: z.string().max(1_000) }),
  answer: { kind: 'json', payload: done },
})

export const confirmEmail = operation({
  name: 'members.confirmEmail',
  method: 'POST',
  path: '/room/api/room/user/ownEmail/confirm',
  summary:
    'Changes the e-mail address of the calling operator with the code mailed to the new one. The previous address is notified by mail.',
  ...managing,
  body: z.strictObject({ code: z.string().max(40) }),
  answer: { kind: 'json', payload: z.object({ email: z.string() }) },
})

export const update = operation({
  name: 'members.update',
  method: 'POST',
  path: '/room/api/room/user/invitedUserUpdate',
  summary:
    'Updates division and position of the member `id`. `invitedUser` is the whole row; its name, e-mail and phone must not change.',
  ...managing,
  body: z.strictObject({ id, invitedUser: z.strictObject(personFields) }),
  answer: { kind: 'json', payload: done },
})

export const setRight = operation({
  name: 'members.setRight',
  method: 'POST',
  path: '/room/api/room/user/invitedUserSetup',
  summary:
    'Grants or revokes print, download, access or the text for a screen reader. Takes effect everywhere within a second. With `undoes`, fails with RIGHT_CHANGED if somebody else has set it since the caller did.',
  ...managing,
  body: z.strictObject({
    roomManagerId: id,
    target: z.enum(['print', 'download', 'access', 'text']),
    value: z.boolean(),
    undoes: z.literal(true).optional(),
  }),
  answer: { kind: 'json', payload: done },
})

export const setRole = operation({
  name: 'members.setRole',
  method: 'POST',
  path: '/room/api/room/user/role',
  summary:
    'Grants or revokes the operator role, or changes its scope. A new operator is mailed a code. The last full operator stays. A former operator returns to their own group or joins `groupId`. Without either, fails with GROUP_NEEDED, unless the room has one group.',
  ...managing,
  body: z.strictObject({
    roomManagerId: id,
    roleId: z.union([z.literal(ROLE.operator), z.literal(ROLE.participant)]),
    groupId: id.optional(),
    /** Operators have a scope; the default is `full`. */
    scope: z.enum(OPERATOR_SCOPES).optional(),
  }),
  answer: { kind: 'json', payload: done },
})

export const setRights = operation({
  name: 'members.setRights',
  method: 'POST',
  path: '/room/api/room/user/invitedUsersSetup',
  summary:
    'Grants or revokes a right of several people at once. Operators and the caller keep their access. Returns the number of changed people. If one of them is not in the room, nobody’s right changes. With `undoes`, the others’ rights change. The answer then lists as `skipped` who is missing or whose right somebody else has set since.',
  ...managing,
  body: z.strictObject({
    roomManagerIds: z.array(id).min(1).max(LIMITS.listMax),
    target: z.enum(['print', 'download', 'access']),
    value: z.boolean(),
    undoes: z.literal(true).optional(),
  }),
  answer: {
    kind: 'json',
    payload: z.object({ changed: z.int().nonnegative(), skipped: z.array(id).optional() }),
  },
})

export const endSessions = operation({
  name: 'members.endSessions',
  method: 'POST',
  path: '/room/api/room/user/sessions/end',
  summary: 'Ends all sessions of a member and returns their number. The member may enter again.',
  ...managing,
  body: z.strictObject({ roomManagerId: id }),
  answer: { kind: 'json', payload: z.object({ ended: z.int().nonnegative() }) },
})

export const failedMailRow = z.object({
  id,
  kind: mailKind,
  memberId: id,
  userName: z.string(),
  email: z.string(),
  reason: mailReason,
  attempts: z.int(),
  queuedAt: instant,
  /** Mails with a PIN, a code or the notice can be repeated; other content is not kept. */
  renewable: z.boolean(),
})

export const failedMails = operation({
  name: 'members.failedMails',
  method: 'GET',
  path: '/room/api/room/user/mail/failed/:roomId',
  summary:
    'Lists failed mails to people of the room, newest first, without dismissed mails and those replaced by a later one.',
  credential: 'session',
  delivers: 'none',
  permission: 'members.read',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(failedMailRow), paged: true },
})

export const renewMail = operation({
  name: 'members.renewMail',
  method: 'POST',
  path: '/room/api/room/user/mail/renew',
  summary:
    'Resends what a failed mail contained: a new PIN or operator code, or the copy of the accepted notice.',
  ...managing,
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: done },
})

export const dismissMail = operation({
  name: 'members.dismissMail',
  method: 'POST',
  path: '/room/api/room/user/mail/dismiss',
  summary: 'Removes a failed mail from the list.',
  ...managing,
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: done },
})

const removal = {
  summary: 'Ends a membership. Its history is kept.',
  ...managing,
  path: '/room/api/room/user/deleteInvited/:id',
  params: z.strictObject({ id: pathId }),
  answer: { kind: 'json', payload: done },
} as const

export const remove = operation({ ...removal, name: 'members.remove', method: 'DELETE' })
export const removeByGet = operation({ ...removal, name: 'members.removeByGet', method: 'GET' })
