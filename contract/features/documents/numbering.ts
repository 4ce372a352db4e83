import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, instant, parentId, placeInFolder } from '../../core/schemas.ts'
import { actId } from './act-id.ts'

/** `live` follows the present order. `fixed` keeps numbers, and new items take the next free ones. */
export const numbering = z.enum(['off', 'live', 'fixed'])
export type Numbering = z.infer<typeof numbering>

/** `room` gives everybody the same numbers, so gaps reveal hidden items. `group` counts each group's own items. */
export const numberingScope = z.enum(['room', 'group'])
export type NumberingScope = z.infer<typeof numberingScope>

/** A number looks like `2.3.1`; a final dot is accepted. */
export const indexNumber = z
  .string()
  .max(400)
  .regex(/^[1-9]\d{0,8}(\.[1-9]\d{0,8})*\.?$/)

export const lastNumbering = z.object({
  undo: id,
  at: instant,
  act: z.enum(['switch', 'renumbering']),
})
export type LastNumbering = z.infer<typeof lastNumbering>

export const updateIndex = operation({
  name: 'numbering.update',
  method: 'POST',
  path: '/room/api/room/update/index',
  summary:
    'Sets the numbering of the index. The first time, folders come first, then documents, by name; later the previous order is restored. Omitted fields keep their values. `fixed` has scope `room`. `undo` reverts the change through `room/index/undo`, and is absent if nothing changed.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  body: z.strictObject({
    id,
    numbering,
    scope: numberingScope.optional(),
    /** If true, names in zips, and of documents in archives, begin with numbers. */
    names: z.boolean().optional(),
    act: actId.optional(),
  }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done, beside: z.object({ undo: id.optional() }) },
})

const ordering = { credential: 'session', delivers: 'none', permission: 'documents.write' } as const
const identity = { body: { roomId: 'room' } } as const

export const order = operation({
  name: 'numbering.order',
  method: 'POST',
  path: '/room/api/file/order',
  summary:
    'Moves items of a folder (parent 0: the root) in the order of its index. Requires exactly one of `before`, `befores`, `place` and `step`. `before` is another item of the folder (null: the end); the items follow in the given order. `befores` has an item for each of them, as `was` returns them. `place` is the position of the first one. `step` moves one place up or down and keeps their order. Fixed numbers stay. `wasBefore` is the item, apart from the moved ones, that followed the first one. `was` has, in their former order, the item that followed each one. Fails with NUMBERING_OFF while numbering is off.',
  ...ordering,
  body: z.strictObject({
    roomId: id,
    parent: parentId,
    ids: z.array(id).min(1).max(LIMITS.itemsPerOrder),
    before: id.nullable().optional(),
    /** Each of `ids` has an entry. Of the moved items, it may name only the next. */
    befores: z.array(id.nullable()).max(LIMITS.itemsPerOrder).optional(),
    place: placeInFolder.optional(),
    step: z.union([z.literal(-1), z.literal(1)]).optional(),
  }),
  identity,
  answer: {
    kind: 'json',
    payload: z.object({
      wasBefore: id.nullable(),
      was: z.array(z.object({ id, before: id.nullable() })),
    }),
  },
})

export const renumber = operation({
  name: 'numbering.renumber',
  method: 'POST',
  path: '/room/api/file/renumber',
  summary:
    'Assigns fixed numbers from 1 to the items of a folder (parent 0: the root) in their order. `deep` includes all folders below. Without `apply`, changes nothing. Returns how many items get another number, and the first of them. `undo` reverts the change through `room/index/undo`. For full operators, `last` is the last renumbering of this folder, while it can be undone.',
  ...ordering,
  permission: 'documents.publish',
  body: z.strictObject({
    roomId: id,
    parent: parentId,
    deep: z.boolean().optional(),
    apply: z.boolean().optional(),
    act: actId.optional(),
  }),
  identity,
  answer: {
    kind: 'json',
    payload: z.object({
      changed: z.int().nonnegative(),
      items: z
        .array(z.object({ itemId: id, name: z.string(), from: z.int().nullable(), to: z.int() }))
        .max(LIMITS.renumberedShown),
      undo: id.optional(),
      last: lastNumbering.optional(),
    }),
  },
})

export const findByNumber = operation({
  name: 'numbering.find',
  method: 'POST',
  path: '/room/api/file/index/find',
  summary:
    'Returns the item with an index number, as numbered for the caller. Fails with NOT_FOUND if there is none.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  viewAs: true,
  body: z.strictObject({ roomId: id, number: indexNumber }),
  identity,
  answer: {
    kind: 'json',
    payload: z.object({ itemId: id, parent: parentId, isFolder: z.boolean() }),
  },
})
