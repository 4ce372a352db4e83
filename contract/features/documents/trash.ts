import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { done, id, instant, parentId, pathId, queryPaging } from '../../core/schemas.ts'
import { item } from '../documents.ts'
import { change, identity, removing, writing } from './change-fields.ts'

/** `path` is the former place, as far as it exists. */
export const trashedItem = item.extend({ deletedAt: instant })
export type TrashedItem = z.infer<typeof trashedItem>

export const trash = operation({
  name: 'documents.trash',
  method: 'GET',
  path: '/room/api/file/trash/:roomId',
  summary:
    'Lists deleted items that can be restored, last deleted first. Content of a deleted folder is not listed separately.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.survey',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(trashedItem), paged: true },
})

export const restore = operation({
  name: 'documents.restore',
  method: 'POST',
  path: '/room/api/file/trash/restore',
  summary:
    'Restores an item from the trash to its folder, or to the root if that folder is gone. A name that is taken gets a number.',
  ...writing,
  body: z.strictObject(change),
  identity,
  answer: { kind: 'json', payload: z.object({ id, parent: parentId }) },
})

export const destroy = operation({
  name: 'documents.destroy',
  method: 'POST',
  path: '/room/api/file/trash/destroy',
  summary:
    'Destroys an item of the trash with everything in it: keys, content and storage. This cannot be undone.',
  ...removing,
  body: z.strictObject(change),
  identity,
  answer: { kind: 'json', payload: done },
})
