import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { id, instant, parentId } from '../../core/schemas.ts'

/**
 * `name` means equal names for the room, `number` equal without the index number before the name. `ending` ignores endings such as `
 * (2)` or `_v2`, which a person must confirm.
 */
const MATCHES_BY = ['name', 'number', 'ending'] as const
export type MatchedBy = (typeof MATCHES_BY)[number]

const matchingDocument = z.object({
  id,
  name: z.string(),
  parent: parentId,
  /** The folder names begin at the root. */
  path: z.array(z.string()),
  /** This is absent while numbering is off. */
  index: z.string().optional(),
  /** The following fields describe the newest version, even if readers lack it. */
  size: z.int().nonnegative(),
  /** The hash is hexadecimal. */
  sha256: z.string(),
  uploadedAt: instant,
})
export type MatchingDocument = z.infer<typeof matchingDocument>

const matchedName = z.object({
  name: z.string(),
  by: z.enum(MATCHES_BY),
  /** This number preceded the name. */
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
