import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, instant, parentId, placeInFolder } from '../../core/schemas.ts'

/** `live` counts items as they stand. Under `fixed` numbers stay when items come, go or move; new items take the next free ones. */
export const numbering = z.enum(['off', 'live', 'fixed'])
export type Numbering = z.infer<typeof numbering>

/** `room`: the same numbers for everybody, so gaps show that something is hidden. `group`: each group's own items are counted. */
export const numberingScope = z.enum(['room', 'group'])
export type NumberingScope = z.infer<typeof numberingScope>

/** Such as `2.3.1`. A dot at its end is accepted. */
export const indexNumber = z
  .string()
  .max(400)
  .regex(/^[1-9]\d{0,8}(\.[1-9]\d{0,8})*\.?$/)

/** The last act on index numbers, while `room/index/undo` takes it back. */
export const lastNumbering = z.object({ undo: id, at: instant, act: z.enum(['switch', 'renumbering']) })
export type LastNumbering = z.infer<typeof lastNumbering>

export const updateIndex = operation({
  name: 'numbering.update',
  method: 'POST',
  path: '/room/api/room/update/index',
  summary:
    'Switches the numbers of the index. At the first time folders come first, then documents, by name; later the order of before is back. What is not named stays as it is. `fixed` has scope `room`. `undo` takes it back by `room/index/undo`, and is missing where nothing changed.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  body: z.strictObject({
    id,
    numbering,
    scope: numberingScope.optional(),
    /** Names of folders and documents in zips, and of documents in archives, begin with their numbers. */
    names: z.boolean().optional(),
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
    'Puts items of a folder (parent 0: the root) elsewhere in the order of its index. One of four says where: `before` another of its items (null: at the end), in the order given; `befores`, each before an item of its own, as `was` answers; `place`, where the first of them is to stand; `step`, one place up or down, where they keep their order. Fixed numbers stay. Answers what the first of them stood before, beside the others, and in their former order what each of them stood before. Refused with NUMBERING_OFF while numbering is off.',
  ...ordering,
  body: z.strictObject({
    roomId: id,
    parent: parentId,
    ids: z.array(id).min(1).max(LIMITS.itemsPerOrder),
    before: id.nullable().optional(),
    /** One for each of `ids`. Of the moved ones, only the next may be named. */
    befores: z.array(id.nullable()).max(LIMITS.itemsPerOrder).optional(),
    place: placeInFolder.optional(),
    step: z.union([z.literal(-1), z.literal(1)]).optional(),
  }),
  identity,
  answer: { kind: 'json', payload: z.object({ wasBefore: id.nullable(), was: z.array(z.object({ id, before: id.nullable() })) }) },
})

export const renumber = operation({
  name: 'numbering.renumber',
  method: 'POST',
  path: '/room/api/file/renumber',
  summary:
    'Gives the items of a folder (parent 0: the root) fixed numbers from 1 in their order, with `deep` in all folders below as well. Without `apply` nothing changes. Answers how many items get another number, with the first of them; `undo` takes it back by `room/index/undo`. Full operators see in `last` the last renumbering of this folder, while it can be taken back.',
  ...ordering,
  permission: 'documents.publish',
  body: z.strictObject({ roomId: id, parent: parentId, deep: z.boolean().optional(), apply: z.boolean().optional() }),
  identity,
  answer: {
    kind: 'json',
    payload: z.object({
      changed: z.int().nonnegative(),
      items: z.array(z.object({ itemId: id, name: z.string(), from: z.int().nullable(), to: z.int() })).max(LIMITS.renumberedShown),
      undo: id.optional(),
      last: lastNumbering.optional(),
    }),
  },
})

export const findByNumber = operation({
  name: 'numbering.find',
  method: 'POST',
  path: '/room/api/file/index/find',
  summary: 'The item with a number of the index, as the caller counts. NOT_FOUND if there is none.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  viewAs: true,
  body: z.strictObject({ roomId: id, number: indexNumber }),
  identity,
  answer: { kind: 'json', payload: z.object({ itemId: id, parent: parentId, isFolder: z.boolean() }) },
})
