import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { id, parentId } from '../../core/schemas.ts'
import { indexNumber } from './numbering.ts'

export const spot = operation({
  name: 'numbering.spot',
  method: 'POST',
  path: '/room/api/file/index/spot',
  summary:
    'Returns where an item with a given index number would stand, in the folder with the number above. The answer has the item with that number now, and its neighbours. An unused fixed number stands before the next greater one. A number after the last stands at the end. `parent` is null if nothing has the number above; `isFolder` is false if a document has it. Fails with NUMBERING_OFF while numbering is off.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  body: z.strictObject({ roomId: id, number: indexNumber }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      parent: z.object({ id: parentId, name: z.string(), isFolder: z.boolean() }).nullable(),
      /** The place counts from 1. */
      place: z.int().positive(),
      isEnd: z.boolean(),
      /** The items are those before, at and after the place. */
      around: z.array(
        z.object({
          id,
          place: z.int().positive(),
          name: z.string(),
          isFolder: z.boolean(),
          index: z.string().optional(),
        }),
      ),
    }),
  },
})
