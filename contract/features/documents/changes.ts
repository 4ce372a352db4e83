import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, parentId, placeInFolder } from '../../core/schemas.ts'
import { change, identity, removing, typedName, writing } from './change-fields.ts'

export const rename = operation({
  name: 'documents.rename',
  method: 'PATCH',
  path: '/room/api/file/file/update/edit',
  summary: 'Renames a file or folder. The extension of a file may be omitted, but cannot change.',
  ...writing,
  body: z.strictObject({ ...change, name: typedName }),
  identity,
  answer: { kind: 'json', payload: z.object({ id, name: z.string() }) },
})

/**
 * The items take the rights of the new place, or keep theirs as grants. Without a choice, a widening change is refused with
 * RIGHTS_DIFFER and the effects.
 */
const placedRights = z.enum(['inherit', 'keep']).optional()

const moveTo = {
  place: placeInFolder.optional(),
  before: id.nullable().optional(),
  apart: z.array(id).max(LIMITS.itemsPerOrder).optional(),
}

const moved = { stands: id.nullable().optional(), stood: id.nullable().optional() }

export const move = operation({
  name: 'documents.move',
  method: 'PATCH',
  path: '/room/api/file/file/update/move',
  summary:
    'Moves a file or folder into another folder (parent 0: the root). A name that is taken there gets a number. `place` or `before` work as in `file/order` and set the position in one transaction, also within the current folder. `apart` names items that `place` does not count. `stands` and `stood` are the items that follow the moved one now and followed it before.',
  ...writing,
  body: z.strictObject({ ...change, parent: parentId, rights: placedRights, ...moveTo }),
  identity,
  answer: { kind: 'json', payload: z.object({ id, name: z.string(), parent: parentId, ...moved }) },
})

export const copy = operation({
  name: 'documents.copy',
  method: 'PATCH',
  path: '/room/api/file/file/update/copy',
  summary:
    'Copies a file, or a folder with its content, under the given name. A name that is taken gets a number. All copied items appear at once.',
  ...writing,
  body: z.strictObject({ ...change, name: typedName, parent: parentId, rights: placedRights }),
  identity,
  answer: { kind: 'json', payload: z.object({ id, name: z.string() }) },
})

export const remove = operation({
  name: 'documents.remove',
  method: 'DELETE',
  path: '/room/api/file/file/delete',
  summary:
    'Moves a file, or a folder with its content, to the trash for 30 days. `fileId` identifies the item; the name is ignored.',
  ...removing,
  body: z.strictObject({ ...change, name: typedName.optional() }),
  identity,
  answer: { kind: 'json', payload: done },
})
