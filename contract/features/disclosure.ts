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
    'The folders and documents that the caller sees, in the order of the index, with numbers, sizes, pages, dates and links, in the language of the call. With `groupId`, for full operators, as that group sees them now. With `at` as well, in xlsx and pdf, what a disclosure record of that moment says of that group: documents with versions and SHA-256, and the answers that it had, neither signed nor kept. A moment to come is BAD_REQUEST, one before the group was made DISCLOSURE_NO_GROUP. More rows than a format can hold are refused with INDEX_TOO_LARGE.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject({ format: z.enum(INDEX_FORMATS), groupId: queryId.optional(), at: instant.optional() }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'bytes', types: [SPREADSHEET, 'text/csv', 'text/html', 'application/pdf'] },
})

export const exportSelection = operation({
  name: 'disclosure.selection',
  method: 'POST',
  path: '/room/api/file/index/selection',
  summary:
    'As the index of the room, only of these items with all that the caller sees below them. Numbers and levels are those of the whole index. Items that the caller does not see are left out; where none is left, NOT_FOUND.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  body: z.strictObject({ roomId: id, format: z.enum(INDEX_FORMATS), ids: z.array(id).min(1).max(LIMITS.itemsPerMeasure) }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'bytes', types: [SPREADSHEET, 'text/csv', 'text/html', 'application/pdf'] },
})

/** What one group could see at a moment, in a signed file. */
export const disclosureRecord = z.object({
  id,
  groupId: id,
  /** Its name when the record was made. */
  group: z.string(),
  at: instant,
  documents: z.int().nonnegative(),
  /** That had been delivered, with those of the FAQ. */
  answers: z.int().nonnegative(),
  /** Bytes of the file. */
  size: z.int().nonnegative(),
  /** Of the signed list of its files, in hexadecimal. The log has it as well. */
  sha256: z.string(),
  createdAt: instant,
  createdBy: z.string(),
})
export type DisclosureRecord = z.infer<typeof disclosureRecord>

const managing = { credential: 'session', delivers: 'none', permission: 'disclosure.manage' } as const

export const fixRecord = operation({
  ...managing,
  name: 'disclosure.fix',
  method: 'POST',
  path: '/room/api/disclosure',
  summary:
    'Fixes what a group could see, now or at a moment of the past: documents with their versions and SHA-256, and the answers that it had. What was destroyed since is unknown, and answers are as they stand today. Nobody removes a record before the room is destroyed. Answers BUSY while another one of the room is made, DISCLOSURE_TOO_LARGE and DISCLOSURE_LIMIT beyond the limits, DISCLOSURE_NO_GROUP before the group was made.',
  body: z.strictObject({ roomId: id, groupId: id, at: instant.optional() }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ id }) },
})

export const listRecords = operation({
  ...managing,
  name: 'disclosure.list',
  method: 'GET',
  path: '/room/api/disclosure/list/:roomId',
  summary: 'The records of the room, the newest first.',
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
  summary: 'A record as ZIP: JSON, XLSX, PDF, the checkpoint of the log, and what verifies them offline.',
  params: z.strictObject({ roomId: pathId, id: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'bytes', types: ['application/zip'] },
})
