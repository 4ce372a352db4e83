import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { id, instant, parentId } from '../../core/schemas.ts'

/**
 * `name` means that the room treats both names as equal. `number` means that they are equal without the index number before the file's
 * name. `ending` means that they are equal without an ending such as ` (2)` or `_v2`, which a person has to confirm.
 */
const MATCHES_BY = ['name', 'number', 'ending'] as const
export type MatchedBy = (typeof MATCHES_BY)[number]

const matchingDocument = z.object({
  id,
  name: z.string(),
  parent: parentId,
  /** The list has the names of the folders above, from the root. */
  path: z.array(z.string()),
  /** The number in the index is absent while numbering is off. */
  index: z.string().optional(),
  /** The following fields describe the newest version, even if readers do not have it yet. */
  size: z.int().nonnegative(),
  /** The hash is in hexadecimal. */
  sha256: z.string(),
  uploadedAt: instant,
})
export type MatchingDocument = z.infer<typeof matchingDocument>

const matchedName = z.object({
  name: z.string(),
  by: z.enum(MATCHES_BY),
  /** This index number preceded the name. */
  number: z.string().optional(),
  found: z.array(matchingDocument).min(1).max(LIMITS.matchesPerName),
  isMore: z.boolean(),
})
export type MatchedName = z.infer<typeof matchedName>

export const matches = operation({
  name: 'documents.matches',
  method: 'POST',
  path: '/room/api/file/matches',
  summary:
    'Returns the documents that files of the given names would replace, among `within`: documents and folders (0 is the root). With `isDeep`, searches all folders below as well. Each name has its best kind of match; names without a match are absent.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  bodyBytes: LIMITS.jsonBodyBytesMax,
  body: z.strictObject({
    roomId: id,
    within: z.array(parentId).min(1).max(LIMITS.itemsPerMeasure),
    isDeep: z.boolean(),
    names: z.array(z.string().min(1).max(LIMITS.nameLength)).min(1).max(LIMITS.pathsPerCall),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(matchedName) },
})
