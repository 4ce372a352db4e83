import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { id } from '../../core/schemas.ts'
import { actId } from './act-id.ts'
import { typedName } from './change-fields.ts'

/**
 * `NAME_EXISTS` means a conflict with an item, `NAME_TWICE` with another row. `NAME_CHANGED` means that the present name is not `was`.
 */
export const RENAME_OBSTACLES = [
  'NAME_UNUSABLE',
  'EXTENSION_FIXED',
  'NAME_EXISTS',
  'NAME_TWICE',
  'NAME_CHANGED',
] as const
export type RenameObstacle = (typeof RENAME_OBSTACLES)[number]

const renameResult = z.object({
  id,
  from: z.string(),
  /** This is the stored name, or the present one if the wanted one is unusable. */
  name: z.string(),
  outcome: z.enum(['renamed', 'unchanged', 'refused']),
  reason: z.enum(RENAME_OBSTACLES).optional(),
  other: id.optional(),
})
export type RenameResult = z.infer<typeof renameResult>

export const renameMany = operation({
  name: 'documents.renameMany',
  method: 'POST',
  path: '/room/api/file/renameMany',
  summary:
    'Renames items of any folders, by the rules of a single renaming. Names may be swapped. Without `apply`, changes nothing and returns what each row would do. With `apply`, renames all or none; RENAMES_REFUSED names the first row that prevents the change. `was` refuses a row whose item has another name by now.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  bodyBytes: LIMITS.jsonBodyBytesMax,
  body: z.strictObject({
    roomId: id,
    renames: z
      .array(z.strictObject({ id, name: typedName, was: typedName.optional() }))
      .min(1)
      .max(LIMITS.renamesPerCall),
    apply: z.boolean().optional(),
    act: actId.optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({ renamed: z.int().nonnegative(), rows: z.array(renameResult) }),
  },
})
