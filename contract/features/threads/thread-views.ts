import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { id, line, pathId } from '../../core/schemas.ts'
import { THREAD_SORTS, threadFilter } from './threads.ts'

const { keyword: _, ...filters } = threadFilter

export const viewFilter = z.strictObject({
  ...filters,
  sort: z.enum(THREAD_SORTS).optional(),
  descending: z.boolean().optional(),
})
export type ViewFilter = z.output<typeof viewFilter>

const name = line(LIMITS.viewName).pipe(z.string().min(1))
const answer = {
  kind: 'json',
  payload: z.array(z.object({ name: z.string(), filter: viewFilter })),
} as const

const asking = { credential: 'session', delivers: 'none', permission: 'threads.read' } as const

export const views = operation({
  name: 'threads.views',
  method: 'GET',
  path: '/room/api/thread/views/:roomId',
  summary:
    'Lists the caller’s saved views of the list of threads, in the order in which they were added. Nobody else sees them.',
  ...asking,
  viewAs: true,
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer,
})

export const saveView = operation({
  name: 'threads.saveView',
  method: 'PUT',
  path: '/room/api/thread/views',
  summary:
    'Saves a view under a name, in place of one that has the name, or deletes it if `filter` is null. Returns all views of the caller.',
  ...asking,
  body: z.strictObject({ roomId: id, name, filter: viewFilter.nullable() }),
  identity: { body: { roomId: 'room' } },
  answer,
})
