import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { id } from '../../core/schemas.ts'
import { SPREADSHEET } from '../groups/rights-matrix.ts'
import { THREAD_TYPES } from './thread-states.ts'
import { threadFilter } from './threads.ts'

export const IMPORT_FIELDS = ['number', 'title', 'text', 'topic', 'priority', 'due'] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/**
 * `MISSING` means no title or text, and `TOPIC` no such topic. `DATE` and `PRIORITY` are unreadable. `NUMBER` means no such thread,
 * `FIXED` a fixed text, and `REPEATED` another row with the number.
 */
export const IMPORT_ERRORS = [
  'MISSING',
  'TOO_LONG',
  'TOPIC',
  'PRIORITY',
  'DATE',
  'NUMBER',
  'FIXED',
  'REPEATED',
] as const

const flag = z.enum(['true', 'false'])
const digits = z.string().regex(/^[1-9]\d{0,15}$/)

/** `columns` is a JSON object from field to column, counted from 0. */
export const importFields = z.strictObject({
  roomId: digits.transform(Number),
  apply: flag.optional(),
  groupId: digits.transform(Number).optional(),
  type: z.enum(THREAD_TYPES).optional(),
  columns: z.string().max(1_000).optional(),
})

export const importColumns = z.partialRecord(
  z.enum(IMPORT_FIELDS),
  z.int().nonnegative().max(1_000),
)

export const importThreads = operation({
  name: 'threads.import',
  method: 'POST',
  path: '/room/api/thread/import',
  summary:
    'Reads a list of requests (or questions, with `type`) from XLSX or CSV. Multipart: file, roomId, apply, groupId (of operators), type, columns. Columns are found by their Korean or English headings, unless `columns` gives their positions. Returns what each row would do. With `apply` true, applies all rows in one transaction, unless a row has an error. A row with a number changes that thread.',
  credential: 'session',
  delivers: 'none',
  permission: 'threads.write',
  multipart: true,
  answer: {
    kind: 'json',
    payload: z.object({
      columns: z.array(z.object({ head: z.string(), field: z.enum(IMPORT_FIELDS).nullable() })),
      rows: z.array(
        z.object({
          /** Rows count from 1. */
          row: z.int().positive(),
          change: z.enum(['new', 'changed', 'same', 'error']),
          number: z.string().nullable(),
          title: z.string(),
          fields: z.array(z.enum(IMPORT_FIELDS)),
          errors: z.array(z.object({ field: z.enum(IMPORT_FIELDS), code: z.enum(IMPORT_ERRORS) })),
        }),
      ),
      counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), error: z.int() }),
      isApplied: z.boolean(),
    }),
  },
})

export const PDF = 'application/pdf'

export const exportThreads = operation({
  name: 'threads.export',
  method: 'POST',
  path: '/room/api/thread/export',
  summary:
    'Exports all or the filtered threads that the caller sees, with answers and visible links. The file is XLSX or PDF, in the language of the call. With a keyword, exports the newest 20,000 matches.',
  credential: 'session',
  delivers: 'none',
  permission: 'threads.read',
  body: z.strictObject({
    roomId: id,
    format: z.enum(['xlsx', 'pdf']),
    ...threadFilter,
    keyword: z.string().max(LIMITS.keywordLength).optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'bytes', types: [SPREADSHEET, PDF] },
})
