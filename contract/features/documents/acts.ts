import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { done, id } from '../../core/schemas.ts'
import { actId } from './act-id.ts'

export const stop = operation({
  name: 'documents.stop',
  method: 'POST',
  path: '/room/api/file/stop',
  summary:
    'Asks an act to stop that goes on in the same session and was named with `act`: publishing and unpublishing, renaming many, making a structure. Its own call says what became of it: ACT_STOPPED, and nothing of it is done, or all of it where it was quicker or did not hear of the stop. NOT_FOUND if none of this name goes on in this session. With `ask` it stops nothing and only says whether the act goes on.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  body: z.strictObject({ roomId: id, act: actId, ask: z.boolean().optional() }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})
