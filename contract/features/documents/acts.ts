import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { done, id } from '../../core/schemas.ts'
import { actId } from './act-id.ts'

export const stop = operation({
  name: 'documents.stop',
  method: 'POST',
  path: '/room/api/file/stop',
  summary:
    'Requests the stop of a running action of this session that was named with `act`. These are publishing, unpublishing, renaming many items, and creating a structure. The call of that action fails with ACT_STOPPED and does nothing. If the stop is too late or not received, the action is completed. Fails with NOT_FOUND if no action of that name is running in this session. With `ask`, stops nothing and only returns whether the action is running.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  body: z.strictObject({ roomId: id, act: actId, ask: z.boolean().optional() }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})
