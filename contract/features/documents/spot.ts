import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { id, parentId } from '../../core/schemas.ts'
import { indexNumber } from './numbering.ts'

export const spot = operation({
  name: 'numbering.spot',
  method: 'POST',
  path: '/room/api/file/index/spot',
  summary:
    'Where an item comes to stand that is put at a number of the index, in the folder with the number above: what has that number now, and what is around it. Under fixed numbers, where none has it, in front of the first greater one. Behind the last: at the end. Where nothing has the number above, `parent` is null; if a document has it, `isFolder` is false. Refused with NUMBERING_OFF while numbering is off.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  body: z.strictObject({ roomId: id, number: indexNumber }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      /** The root is 0, without a name. */
      parent: z.object({ id: parentId, name: z.string(), isFolder: z.boolean() }).nullable(),
      /** From 1, as `place` of `file/order` takes it. */
      place: z.int().positive(),
      isEnd: z.boolean(),
      /** In their order: the item in front of the place, the one at it and the next. */
      around: z.array(z.object({ id, place: z.int().positive(), name: z.string(), isFolder: z.boolean(), index: z.string().optional() })),
    }),
  },
})
