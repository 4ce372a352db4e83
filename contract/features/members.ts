import { z } from 'zod'
import { LIMITS, ROLE } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { done, id, instant, line, pathId, queryPaging } from '../core/schemas.ts'

/** One person to invite. `id` is the client's row number and is only echoed in messages. */
export const invitee = z.strictObject({
  id: z.int().nonnegative().optional(),
  division: line(100).optional(),
  name: line(100).pipe(z.string().min(1)),
  position: line(100).optional(),
  email: z.string().max(1_000),
  phone: line(40).optional(),
})

export const memberRow = z.object({
  id,
  userId: id,
  userName: z.string(),
  createdAt: instant,
  print: z.boolean(),
  download: z.boolean(),
  access: z.boolean(),
  /** May have the text of documents for a screen reader, also where readers may not select. */
  text: z.boolean(),
  roleId: id,
  division: z.string(),
  position: z.string(),
  email: z.string(),
  phone: z.string(),
  lastSeenAt: instant.nullable(),
})

export const list = operation({
  name: 'members.list',
  method: 'GET',
  path: '/room/api/room/roomManger/list/:roomId',
  summary: 'The people of the room with their rights, in the order in which they came.',
  credential: 'session',
  permission: 'members.read',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(memberRow), paged: true, beside: z.object({ total: z.int().nonnegative() }) },
})

export const invite = operation({
  name: 'members.invite',
  method: 'POST',
  path: '/room/api/room/user/invite',
  summary: 'Invites 1 to 30 people; each is mailed a PIN. One address that is in the room already, and nobody is invited.',
  credential: 'session',
  permission: 'members.manage',
  body: z.strictObject({ id, inviteUserList: z.array(invitee).min(1).max(LIMITS.inviteesPerCall), roomId: id }),
  identity: { body: { id: 'member', roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(z.object({ id, userName: z.string(), email: z.string() })) },
})

export const inviteAgain = operation({
  name: 'members.inviteAgain',
  method: 'POST',
  path: '/room/api/room/user/invite/update',
  summary: 'Mails a new PIN to a member; the old one dies when the new one is first used.',
  credential: 'session',
  permission: 'members.manage',
  body: z.strictObject({ id, roomId: id }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const setRight = operation({
  name: 'members.setRight',
  method: 'POST',
  path: '/room/api/room/user/invitedUserSetup',
  summary: 'Grants or takes away print, download, access or the text for a screen reader; works within a second everywhere.',
  credential: 'session',
  permission: 'members.manage',
  body: z.strictObject({ roomManagerId: id, target: z.enum(['print', 'download', 'access', 'text']), value: z.boolean() }),
  answer: { kind: 'json', payload: done },
})

export const setRole = operation({
  name: 'members.setRole',
  method: 'POST',
  path: '/room/api/room/user/role',
  summary: 'Makes or unmakes an operator; a new operator is mailed a code. The last operator stays.',
  credential: 'session',
  permission: 'members.manage',
  body: z.strictObject({ roomManagerId: id, roleId: z.union([z.literal(ROLE.operator), z.literal(ROLE.participant)]) }),
  answer: { kind: 'json', payload: done },
})

const removal = {
  summary: 'Ends a membership; its history is kept.',
  credential: 'session',
  permission: 'members.manage',
  path: '/room/api/room/user/deleteInvited/:id',
  params: z.strictObject({ id: pathId }),
  answer: { kind: 'json', payload: done },
} as const

export const remove = operation({ ...removal, name: 'members.remove', method: 'DELETE' })
export const removeByGet = operation({ ...removal, name: 'members.removeByGet', method: 'GET' })
