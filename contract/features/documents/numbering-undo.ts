import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { id } from '../../core/schemas.ts'

export const undoNumbering = operation({
  name: 'numbering.undo',
  method: 'POST',
  path: '/room/api/room/index/undo',
  summary:
    'Takes back what `room/update/index` or `file/renumber` did, by its `undo`, for some hours and once. Items have their former numbers again, also those in the trash and those that left the folder; what came since takes the next free ones. A switch goes back if no numbers were switched or given again since, a renumbering in all folders that were not renumbered since (`kept` counts the others). Otherwise nothing changes, and NUMBERS_CHANGED says so.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  body: z.strictObject({ roomId: id, undo: id }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({ restored: z.int().nonnegative(), numbered: z.int().nonnegative(), kept: z.int().nonnegative() }),
  },
})
