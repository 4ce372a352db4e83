import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { id, instant, pathId, queryId, queryPaging } from '../core/schemas.ts'
import { SPREADSHEET } from './groups/rights-matrix.ts'

export const INDEX_FORMATS = ['xlsx', 'csv', 'html', 'pdf'] as const
export type IndexFormat = (typeof INDEX_FORMATS)[number]

export const INDEX_TYPES: Readonly<Record<IndexFormat, string>> = {
  xlsx: SPREADSHEET,
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
}

export const exportIndex = operation({
  name: 'disclosure.index',
  method: 'GET',
  path: '/room/api/file/index/:roomId',
  summary:
    'Returns the folders and documents that the caller sees, in index order, in the language of the call. Rows have numbers, sizes, pages, dates and links. With `groupId`, for full operators only, returns what the group sees now. With `at` as well, in XLSX and PDF only, returns what a disclosure record of that moment says of the group. That includes documents with versions and SHA-256, and the answers that the group had. The result is neither signed nor kept. A future `at` fails with BAD_REQUEST. A moment before the group was created fails with DISCLOSURE_NO_GROUP. More rows than the format can hold fail with INDEX_TOO_LARGE.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject({
    format: z.enum(INDEX_FORMATS),
    groupId: queryId.optional(),
    at: instant.optional(),
  }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'bytes', types: [SPREADSHEET, 'text/csv', 'text/html', 'application/pdf'] },
})

export const exportSelection = operation({
  name: 'disclosure.selection',
  method: 'POST',
  path: '/room/api/file/index/selection',
  summary:
    'Returns the index of the given items and everything below them that the caller sees. Numbers and levels are those of the whole index. Items that the caller does not see are omitted. If none is left, fails with NOT_FOUND.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  body: z.strictObject({
    roomId: id,
    format: z.enum(INDEX_FORMATS),
    ids: z.array(id).min(1).max(LIMITS.itemsPerMeasure),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'bytes', types: [SPREADSHEET, 'text/csv', 'text/html', 'application/pdf'] },
})

export const disclosureRecord = z.object({
  id,
  groupId: id,
  /** The name is that of the time of the record. */
  group: z.string(),
  at: instant,
  documents: z.int().nonnegative(),
  /** The FAQ counts too. */
  answers: z.int().nonnegative(),
  /** The size is in bytes. */
  size: z.int().nonnegative(),
  /** The SHA-256 of the signed file list is in hexadecimal and in the log. */
  sha256: z.string(),
  createdAt: instant,
  createdBy: z.string(),
})
export type DisclosureRecord = z.infer<typeof disclosureRecord>

const managing = {
  credential: 'session',
  delivers: 'none',
  permission: 'disclosure.manage',
} as const

export const fixRecord = operation({
  ...managing,
  name: 'disclosure.fix',
  method: 'POST',
  path: '/room/api/disclosure',
  summary:
    'Creates a disclosure record of what a group could see, now or at a past moment. The record has documents with versions and SHA-256, and the answers that the group had. Items destroyed since are unknown, and answers have their current text. No one can remove a record before the room is destroyed. Fails with BUSY while another record of the room is being created. Fails with DISCLOSURE_TOO_LARGE and DISCLOSURE_LIMIT beyond the limits, and DISCLOSURE_NO_GROUP before the group was created.',
  body: z.strictObject({ roomId: id, groupId: id, at: instant.optional() }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ id }) },
})

export const listRecords = operation({
  ...managing,
  name: 'disclosure.list',
  method: 'GET',
  path: '/room/api/disclosure/list/:roomId',
  summary: 'Lists the disclosure records of the room, newest first.',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(disclosureRecord), paged: true },
})

export const fetchRecord = operation({
  ...managing,
  name: 'disclosure.file',
  method: 'GET',
  path: '/room/api/disclosure/file/:roomId/:id',
  summary:
    'Returns a disclosure record as ZIP: JSON, XLSX, PDF, the checkpoint of the log, and everything needed to verify them offline.',
  params: z.strictObject({ roomId: pathId, id: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'bytes', types: ['application/zip'] },
})
