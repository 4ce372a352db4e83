import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { id, instant, parentId, pathId } from '../../core/schemas.ts'
import { LEVELS } from './levels.ts'
import { effect, grantChange } from './rights.ts'

const level = z.enum(LEVELS)

const step = z.object({ id, name: z.string() })

export const rows = operation({
  name: 'rights.rows',
  method: 'POST',
  path: '/room/api/grant/rows',
  summary:
    'Lists items for the matrix, with the folders above them. These are items with grants of their own (of one group with `groupId`), items whose names match the keyword, or both.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.read',
  body: z.strictObject({
    roomId: id,
    keyword: z.string().max(LIMITS.keywordLength).optional(),
    isGranted: z.boolean().optional(),
    groupId: id.optional(),
    cursor: z.string().max(2_000).optional(),
    limit: z.int().min(1).max(LIMITS.listMax).optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(
      z.object({
        id,
        name: z.string(),
        isFolder: z.boolean(),
        path: z.array(step),
        state: z.enum(['published', 'staged']),
        isUnseen: z.literal(true).optional(),
      }),
    ),
    paged: true,
  },
})

export const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const exportMatrix = operation({
  name: 'rights.exportMatrix',
  method: 'GET',
  path: '/room/api/grant/matrix/:roomId',
  summary:
    'Exports the matrix as XLSX, in the language of the call. Rows are all folders, and documents with grants of their own; columns are the groups. Inherited levels are in brackets. A hidden sheet holds the exported state. With `at`, exports the rights and the places of items at that moment, without the hidden sheet. Two more sheets then hold the groups and people of that moment. A future `at` is refused.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.read',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject({ at: instant.optional() }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'bytes', types: [SPREADSHEET] },
})

export const matrixFields = z.strictObject({
  apply: z.enum(['true', 'false']).optional(),
  partial: z.enum(['true', 'false']).optional(),
  digest: z.string().max(64).optional(),
})

export const importMatrix = operation({
  name: 'rights.importMatrix',
  method: 'POST',
  path: '/room/api/grant/matrix/:roomId',
  summary:
    'Reads an exported matrix. Multipart: file, apply, partial, digest. Returns what would change and what matches nothing; with `apply` true, applies the changes in one transaction. Unmatched content refuses all with MATRIX_UNMATCHED and its first row, unless `partial` is true. With the `digest` of an earlier answer, refuses all with MATRIX_CHANGED if that answer would differ now. A cell that another operator has changed since the export refuses all with RIGHTS_CHANGED and the row of the sheet.',
  credential: 'session',
  delivers: 'none',
  permission: 'rights.manage',
  multipart: true,
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      /** Only the first changes are listed; `count` covers all. */
      changes: z.array(
        z.object({
          /** Rows count from 1. */
          row: z.int().positive(),
          groupId: id,
          itemId: parentId,
          /** Slashes separate the names; the root is empty. */
          path: z.string(),
          before: level.nullable(),
          level: level.nullable(),
        }),
      ),
      count: z.int().nonnegative(),
      /** These first rows, columns and cells match no item, group or level. */
      unmatched: z.array(
        z.object({
          kind: z.enum(['row', 'column', 'cell']),
          row: z.int().positive(),
          text: z.string(),
        }),
      ),
      unmatchedCount: z.int().nonnegative(),
      /** The digest covers all changes and mismatches. */
      digest: z.string(),
      /** `rights.grant` takes these to undo an applied import; they are absent if they exceed one call. */
      undo: z.array(grantChange).optional(),
      effects: z.array(effect),
    }),
  },
})
