import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { done, id, instant, pathId, queryId, queryPaging } from '../core/schemas.ts'

export const dropFolders = operation({
  name: 'submissions.dropFolders',
  method: 'GET',
  path: '/room/api/drop/list/:roomId',
  summary:
    'Lists the drop folders of the room, or of one folder or group: who may submit files into which folder.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.read',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject({
    itemId: queryId.optional(),
    groupId: queryId.optional(),
    ...queryPaging,
  }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(z.object({ itemId: id, groupId: id })), paged: true },
})

export const updateDropFolder = operation({
  name: 'submissions.updateDropFolder',
  method: 'POST',
  path: '/room/api/drop/update',
  summary:
    'Sets for each given group whether its people may submit files into the folder. Other groups do not change. Submitted files stay staged, even when the folder is published, until they are published themselves.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.manage',
  body: z.strictObject({
    roomId: id,
    fileId: id,
    groups: z
      .array(z.strictObject({ groupId: id, isAllowed: z.boolean() }))
      .min(1)
      .max(LIMITS.grantsPerCall),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const ownSubmissions = operation({
  name: 'submissions.own',
  method: 'GET',
  path: '/room/api/drop/submissions/:roomId',
  summary:
    'Lists what the caller submitted into a folder, under the names sent, last submitted first. `id` counts the caller’s submissions there.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject({ folderId: queryId, ...queryPaging }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(
      z.object({ id, name: z.string(), size: z.int().nonnegative(), submittedAt: instant }),
    ),
    paged: true,
  },
})
