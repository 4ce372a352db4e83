import { z } from 'zod'
import { LIMITS, ROLE } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { OPERATOR_SCOPES } from '../core/permissions.ts'
import { done, id, instant, line, pathId, queryPaging } from '../core/schemas.ts'
import { THREAD_ROLES } from './threads/thread-roles.ts'

export const personName = line(100).pipe(z.string().min(1))

/** `id` is the client's row number for messages. */
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
  /** The default group unless given. */
  groupId: id.optional(),
  /** A row that names any of these or a group switches print and download on unless it says otherwise. */
  print: z.boolean().optional(),
  download: z.boolean().optional(),
  from: instant.optional(),
  until: instant.optional(),
  /** Invites an operator of that scope, who is mailed a code as well. */
  scope: z.enum(OPERATOR_SCOPES).optional(),
})

/** `sent`: accepted by the mail server, or written to a file. */
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

/** `expired`: the mail waited too long. `withdrawn`: it names a document that its reader may not see any more. */
export const mailReason = z.enum(['connection', 'authentication', 'deferred', 'rejected', 'unreadable', 'expired', 'withdrawn', 'unknown'])
export type MailReason = z.infer<typeof mailReason>

export const memberRow = z.object({
  id,
  userId: id,
  userName: z.string(),
  createdAt: instant,
  print: z.boolean(),
  download: z.boolean(),
  access: z.boolean(),
  /** Document text for a screen reader, even without selection. */
  text: z.boolean(),
  roleId: id,
  /** Of participants. */
  groupId: id.optional(),
  /** Proposes people for the group. */
  isLead: z.boolean().optional(),
  /** What participants do with questions of their group. */
  threadRole: z.enum(THREAD_ROLES),
  /** Of operators. */
  scope: z.enum(OPERATOR_SCOPES).optional(),
  /** Of operators who have never been in a group. */
  isUngrouped: z.boolean().optional(),
  /** Limits of the membership. */
  from: instant.optional(),
  until: instant.optional(),
  division: z.string(),
  position: z.string(),
  email: z.string(),
  phone: z.string(),
  lastSeenAt: instant.nullable(),
  /** It is the newest. */
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
  summary: 'The people of the room with their rights, in the order in which they came.',
  credential: 'session',
  delivers: 'none',
  permission: 'members.read',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(memberRow), paged: true, beside: z.object({ total: z.int().nonnegative() }) },
})

const managing = { credential: 'session', delivers: 'none', permission: 'members.manage' } as const

export const invite = operation({
  name: 'members.invite',
  method: 'POST',
  path: '/room/api/room/user/invite',
  summary: 'Invites 1 to 30 people; each is mailed a PIN. One address that is in the room already, and nobody is invited.',
  ...managing,
  bodyBytes: LIMITS.jsonBodyBytesMax,
  body: z.strictObject({ id, inviteUserList: z.array(invitee).min(1).max(LIMITS.inviteesPerCall), roomId: id }),
  identity: { body: { id: 'member', roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(z.object({ id, userName: z.string(), email: z.string() })) },
})

export const inviteAgain = operation({
  name: 'members.inviteAgain',
  method: 'POST',
  path: '/room/api/room/user/invite/update',
  summary:
    'Mails a new PIN to a member. Where the member never entered, earlier ones are dead at once; else they die when the new one is first used.',
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
    'Answers a fresh PIN of a participant who has never entered, where its mail could not be delivered or no mail server is set. It replaces the mailed PIN and is told in this answer alone; `code` is the operator code of the caller.',
  ...managing,
  body: z.strictObject({ id, roomId: id, code: z.string().max(40) }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ pin: z.string() }) },
})

export const ownName = operation({
  name: 'members.ownName',
  method: 'POST',
  path: '/room/api/room/user/ownName',
  summary: 'Renames the calling operator; entries of the past keep the name before. Names of other members are fixed.',
  ...managing,
  body: z.strictObject({ name: personName }),
  answer: { kind: 'json', payload: done },
})

export const ownEmail = operation({
  name: 'members.ownEmail',
  method: 'POST',
  path: '/room/api/room/user/ownEmail',
  summary: 'Mails a code to the new e-mail address of the calling operator. The address stays as it is until the code is entered.',
  ...managing,
  body: z.strictObject({ email: z.string().max(1_000) }),
  answer: { kind: 'json', payload: done },
})

export const confirmEmail = operation({
  name: 'members.confirmEmail',
  method: 'POST',
  path: '/room/api/room/user/ownEmail/confirm',
  summary:
    'Changes the e-mail address of the calling operator with the code that was mailed to the new one; the address before is told by mail.',
  ...managing,
  body: z.strictObject({ code: z.string().max(40) }),
  answer: { kind: 'json', payload: z.object({ email: z.string() }) },
})

export const update = operation({
  name: 'members.update',
  method: 'POST',
  path: '/room/api/room/user/invitedUserUpdate',
  summary:
    'Changes division and position of a member, whom `id` names; `invitedUser` is the whole row, in which name, e-mail and phone must be as they are.',
  ...managing,
  body: z.strictObject({ id, invitedUser: z.strictObject(personFields) }),
  answer: { kind: 'json', payload: done },
})

export const setRight = operation({
  name: 'members.setRight',
  method: 'POST',
  path: '/room/api/room/user/invitedUserSetup',
  summary: 'Grants or takes away print, download, access or the text for a screen reader; works within a second everywhere.',
  ...managing,
  body: z.strictObject({ roomManagerId: id, target: z.enum(['print', 'download', 'access', 'text']), value: z.boolean() }),
  answer: { kind: 'json', payload: done },
})

export const setRole = operation({
  name: 'members.setRole',
  method: 'POST',
  path: '/room/api/room/user/role',
  summary:
    'Makes or unmakes an operator, or changes the scope of one; a new operator is mailed a code. The last full operator stays. An operator who is unmade returns to the own group or goes into `groupId`; without either, GROUP_NEEDED, unless the room has one group.',
  ...managing,
  body: z.strictObject({
    roomManagerId: id,
    roleId: z.union([z.literal(ROLE.operator), z.literal(ROLE.participant)]),
    groupId: id.optional(),
    /** Of an operator, `full` unless given. */
    scope: z.enum(OPERATOR_SCOPES).optional(),
  }),
  answer: { kind: 'json', payload: done },
})

export const setRights = operation({
  name: 'members.setRights',
  method: 'POST',
  path: '/room/api/room/user/invitedUsersSetup',
  summary:
    'The same right of several people at once; operators and the caller keep their access. Answers how many it was changed for; where one of them is not in the room, nobody’s is changed.',
  ...managing,
  body: z.strictObject({
    roomManagerIds: z.array(id).min(1).max(LIMITS.listMax),
    target: z.enum(['print', 'download', 'access']),
    value: z.boolean(),
  }),
  answer: { kind: 'json', payload: z.object({ changed: z.int().nonnegative() }) },
})

export const endSessions = operation({
  name: 'members.endSessions',
  method: 'POST',
  path: '/room/api/room/user/sessions/end',
  summary: 'Ends all sessions of a member, who may enter again; answers how many.',
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
  /** Mails with a PIN, a code or the notice can be renewed. The content of others is gone. */
  renewable: z.boolean(),
})

export const failedMails = operation({
  name: 'members.failedMails',
  method: 'GET',
  path: '/room/api/room/user/mail/failed/:roomId',
  summary: 'Mails to people of the room that were given up, the newest first; not those that a later one replaces, nor what was dismissed.',
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
  summary: 'Sends what a failed mail was to bring: PIN or operator code as a new one, the copy of the accepted notice once more.',
  ...managing,
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: done },
})

export const dismissMail = operation({
  name: 'members.dismissMail',
  method: 'POST',
  path: '/room/api/room/user/mail/dismiss',
  summary: 'Lists a failed mail no more.',
  ...managing,
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: done },
})

const removal = {
  summary: 'Ends a membership; its history is kept.',
  ...managing,
  path: '/room/api/room/user/deleteInvited/:id',
  params: z.strictObject({ id: pathId }),
  answer: { kind: 'json', payload: done },
} as const

export const remove = operation({ ...removal, name: 'members.remove', method: 'DELETE' })
export const removeByGet = operation({ ...removal, name: 'members.removeByGet', method: 'GET' })
