import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { id, instant, parentId } from '../../core/schemas.ts'

/**
 * `name`: the room compares both names as equal. `number`: they are, without the index number before the file's name. `ending`: they are
 * without an ending such as ` (2)` or `_v2`, which a person has to confirm.
 */
const MATCHES_BY = ['name', 'number', 'ending'] as const
export type MatchedBy = (typeof MATCHES_BY)[number]

const matchingDocument = z.object({
  id,
  name: z.string(),
  parent: parentId,
  /** Names of the folders above, from the root. */
  path: z.array(z.string()),
  /** In the index. Absent while numbering is off. */
  index: z.string().optional(),
  /** The rest is of the newest version, whether readers have it or not. */
  size: z.int().nonnegative(),
  /** In hexadecimal. */
  sha256: z.string(),
  uploadedAt: instant,
})
export type MatchingDocument = z.infer<typeof matchingDocument>

const matchedName = z.object({
  name: z.string(),
  by: z.enum(MATCHES_BY),
  /** The index number that was before the name. */
  number: z.string().optional(),
  found: z.array(matchingDocument).min(1).max(LIMITS.matchesPerName),
  /** There are more than are named. */
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
