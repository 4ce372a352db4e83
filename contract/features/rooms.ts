import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { done, id, instant, pathId } from '../core/schemas.ts'

/** What an operator should know about the server. `MAIL_NOT_SET_UP`: mails are files on the server and reach nobody. */
const notice = z.enum(['MAIL_NOT_SET_UP'])

export const info = operation({
  name: 'rooms.info',
  method: 'GET',
  path: '/room/api/room/info/:roomId',
  summary:
    'Name, number and switches of the room; beside it whether this session has the operator area open, notices about the server for operators, and how long new documents are gathered for one mail.',
  credential: 'session',
  permission: 'room.read',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      roomName: z.string(),
      roomNo: z.string(),
      watermark: z.boolean(),
      noti: z.boolean(),
      createdAt: instant,
      closesAt: instant.nullable(),
    }),
    beside: z.object({
      raised: z.boolean(),
      notices: z.array(notice),
      /** How long new documents are gathered for one mail about them. */
      notifyAfterMinutes: z.int().nonnegative(),
    }),
  },
})

export const updateToggles = operation({
  name: 'rooms.updateToggles',
  method: 'PUT',
  path: '/room/api/room/update/toggle',
  summary: 'Switches the watermark and the new-document notification.',
  credential: 'session',
  permission: 'room.configure',
  body: z.strictObject({ id, noti: z.boolean(), watermark: z.boolean() }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})
