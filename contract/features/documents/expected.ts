import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, instant, parentId, pathId, queryId } from '../../core/schemas.ts'
import { expectedCounts } from '../documents.ts'

/** Of a request. */
const threadId = z.uuid()

/** Without extension, which is that of the document when it comes. The server normalizes it. */
const typedName = z.string().max(4_000)

export const expectedDocument = z.object({
  id,
  parent: parentId,
  /** Names of the folders from the root, joined by `/`. Empty for the root. */
  folder: z.string(),
  /** Without extension. */
  name: z.string(),
  /** The fixed number that is held for it, such as `2.3.1`. */
  index: z.string().optional(),
  /** The request that the document answers. */
  threadId: threadId.optional(),
  /** The document that was received. Absent while it is missing, also while the document lies in the trash. */
  item: z.object({ id, name: z.string(), receivedAt: instant }).optional(),
})
export type ExpectedDocument = z.infer<typeof expectedDocument>

const managing = { credential: 'session', delivers: 'none', permission: 'documents.write' } as const
const identity = { body: { roomId: 'room' } } as const

export const listExpected = operation({
  name: 'expected.list',
  method: 'GET',
  path: '/room/api/file/expected/list/:roomId',
  summary:
    'Documents that are expected in a folder (parent 0: the root), with `deep` in all folders below as well. `state`: `missing` (unless given), `received` or `all`. At most 1,000 rows, folder by folder; `counts` says how many there are.',
  ...managing,
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject({
    parent: queryId.optional(),
    deep: z.enum(['true', 'false']).optional(),
    state: z.enum(['missing', 'received', 'all']).optional(),
  }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({ rows: z.array(expectedDocument).max(LIMITS.expectedShown), counts: expectedCounts }),
  },
})

export const expectDocuments = operation({
  name: 'expected.add',
  method: 'POST',
  path: '/room/api/file/expected',
  summary:
    'Expects documents in a folder (parent 0: the root), in the order given; an extension is left out of a name. A document of that name which is there already counts as received, and answers the request at once if readers may see it; so does the next one that is uploaded there. `skipped` are names that cannot be used (NAME) or are expected there already (EXPECTED). EXPECTED_LIMIT for more than a room may expect.',
  ...managing,
  body: z.strictObject({
    roomId: id,
    parent: parentId,
    names: z.array(typedName).min(1).max(LIMITS.expectedPerCall),
    threadId: threadId.optional(),
  }),
  identity,
  answer: {
    kind: 'json',
    payload: z.object({
      added: z.array(z.object({ id, name: z.string(), isReceived: z.boolean() })),
      skipped: z.array(z.object({ name: z.string(), code: z.enum(['NAME', 'EXPECTED']) })),
    }),
  },
})

export const updateExpected = operation({
  name: 'expected.update',
  method: 'POST',
  path: '/room/api/file/expected/update',
  summary:
    'Renames an expected document, ties it to a request (null: to none), or moves it to another folder (parent 0: the root), where it gets the next place and number, as a document does. What is not named stays as it is. A document that was received keeps its name, and answers a new request at once if readers may see it.',
  ...managing,
  body: z.strictObject({
    roomId: id,
    id,
    name: typedName.optional(),
    threadId: threadId.nullable().optional(),
    parent: parentId.optional(),
  }),
  identity,
  answer: { kind: 'json', payload: done },
})

export const removeExpected = operation({
  name: 'expected.remove',
  method: 'POST',
  path: '/room/api/file/expected/remove',
  summary:
    'Expects documents no longer; what was received stays. With `undo` those that were removed are expected again, except where another one has the name by now.',
  ...managing,
  body: z.strictObject({ roomId: id, ids: z.array(id).min(1).max(LIMITS.expectedPerCall), undo: z.boolean().optional() }),
  identity,
  answer: { kind: 'json', payload: z.object({ changed: z.int().nonnegative() }) },
})

export const fulfilExpected = operation({
  name: 'expected.fulfil',
  method: 'POST',
  path: '/room/api/file/expected/fulfil',
  summary:
    'Says that a document of any folder is the expected one; it keeps its name and place. Null: it was not, and the document is missing again. Tied to a request, a document that readers may see answers it.',
  ...managing,
  body: z.strictObject({ roomId: id, id, itemId: id.nullable() }),
  identity,
  answer: { kind: 'json', payload: done },
})
