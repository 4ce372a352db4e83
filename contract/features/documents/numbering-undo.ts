import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { id } from '../../core/schemas.ts'
import { actId } from './act-id.ts'

export const undoNumbering = operation({
  name: 'numbering.undo',
  method: 'POST',
  path: '/room/api/room/index/undo',
  summary:
    'Undoes `room/update/index` or `file/renumber` by its `undo`, once and within some hours. Restores the former numbers, also of items in the trash and of those that left the folder. Items added since get the next free numbers. A switch is undone only if numbers have been neither switched nor assigned since. A renumbering is undone in all folders not renumbered since; `kept` counts the others. Otherwise fails with NUMBERS_CHANGED and changes nothing.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  body: z.strictObject({ roomId: id, undo: id, act: actId.optional() }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      restored: z.int().nonnegative(),
      numbered: z.int().nonnegative(),
      kept: z.int().nonnegative(),
    }),
  },
})
