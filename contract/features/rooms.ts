import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { done, id, instant, pathId } from '../core/schemas.ts'

export const info = operation({
  name: 'rooms.info',
  method: 'GET',
  path: '/room/api/room/info/:roomId',
  summary: 'Name, number and switches of the room.',
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
