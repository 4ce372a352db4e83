import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { pathId, queryId } from '../core/schemas.ts'
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
    'The folders and documents that the caller sees, in the order of the index, with numbers, sizes, pages, dates and links, in the language of the call. With `groupId`, for full operators, as that group sees them now. More rows than a format can hold are refused with INDEX_TOO_LARGE.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject({ format: z.enum(INDEX_FORMATS), groupId: queryId.optional() }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'bytes', types: [SPREADSHEET, 'text/csv', 'text/html', 'application/pdf'] },
})
