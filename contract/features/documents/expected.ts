import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, instant, parentId, pathId, queryId } from '../../core/schemas.ts'
import { expectedCounts } from '../documents.ts'

const threadId = z.uuid()

/** The received document brings its extension. The server normalizes the name. */
const typedName = z.string().max(4_000)

export const expectedDocument = z.object({
  id,
  parent: parentId,
  /** The folder names are joined by `/`; the root is empty. */
  folder: z.string(),
  name: z.string(),
  /** The fixed number, such as `2.3.1`, is reserved. */
  index: z.string().optional(),
  threadId: threadId.optional(),
  /** This is absent while the document is missing or in the trash. */
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
    'Lists the expected documents of a folder (parent 0: the root), with `deep` also of all folders below. `state` is `missing` (default), `received` or `all`. Returns at most 1,000 rows, folder by folder; `counts` has the totals.',
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
    payload: z.object({
      rows: z.array(expectedDocument).max(LIMITS.expectedShown),
      counts: expectedCounts,
    }),
  },
})

export const expectDocuments = operation({
  name: 'expected.add',
  method: 'POST',
  path: '/room/api/file/expected',
  summary:
    'Creates expected documents in a folder (parent 0: the root), in the given order. Extensions are removed from names. An existing document of that name counts as received, and answers the request at once if readers may see it. So does the next one uploaded there. `skipped` has names that are invalid (NAME) or already expected there (EXPECTED). Fails with EXPECTED_LIMIT above the limit of the room.',
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
    'Renames an expected document, ties it to a request (null: to none), or moves it to another folder (parent 0: the root). A moved one gets the next place and number there, as documents do. Omitted fields keep their values. A received document keeps its name, and answers a new request at once if readers may see it.',
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
    'Removes expected documents; received documents stay. With `undo`, restores removed ones, except where another one has the name by now.',
  ...managing,
  body: z.strictObject({
    roomId: id,
    ids: z.array(id).min(1).max(LIMITS.expectedPerCall),
    undo: z.boolean().optional(),
  }),
  identity,
  answer: { kind: 'json', payload: z.object({ changed: z.int().nonnegative() }) },
})

export const fulfilExpected = operation({
  name: 'expected.fulfil',
  method: 'POST',
  path: '/room/api/file/expected/fulfil',
  summary:
    'Marks a document of any folder as the expected one. The document keeps its name and place. Null removes the mark, and the expected document is missing again. If tied to a request, a document that readers may see answers the request.',
  ...managing,
  body: z.strictObject({ roomId: id, id, itemId: id.nullable() }),
  identity,
  answer: { kind: 'json', payload: done },
})
