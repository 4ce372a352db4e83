import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { done, id, pathId } from '../core/schemas.ts'
import { viewStatus } from './documents.ts'

const leaseName = z.string().max(100)

export const open = operation({
  name: 'renditions.open',
  method: 'GET',
  path: '/room/api/file/prepareFile/:id',
  summary: 'Opens a viewing lease on a document for this session; it ends 10 minutes after its last use.',
  credential: 'session',
  permission: 'documents.view',
  params: z.strictObject({ id: pathId }),
  /** An older version, for operators; without it the newest. */
  query: z.strictObject({ version: pathId.optional() }),
  answer: {
    kind: 'json',
    payload: z.object({
      name: leaseName,
      path: z.string(),
      originName: z.string(),
      pageCount: z.int().nonnegative(),
      status: viewStatus,
    }),
  },
})

export const manifest = operation({
  name: 'renditions.manifest',
  method: 'GET',
  path: '/room/api/file/view/:name',
  summary: 'The pages of a leased document with their displayed sizes (PDF points, or pixels of an image).',
  credential: 'session',
  permission: 'documents.view',
  params: z.strictObject({ name: leaseName }),
  answer: {
    kind: 'json',
    payload: z.object({ pages: z.array(z.object({ width: z.number(), height: z.number() })), textLayer: z.boolean() }),
  },
})

export const page = operation({
  name: 'renditions.page',
  method: 'GET',
  path: '/room/api/file/view/:name/pages/:page',
  summary:
    'The image of a page (from 1), with the reader’s watermark burned in while it is on; width in device pixels, rounded up to a step.',
  credential: 'session',
  permission: 'documents.view',
  params: z.strictObject({ name: leaseName, page: pathId }),
  query: z.strictObject({
    width: z
      .string()
      .regex(/^[1-9]\d{0,4}$/)
      .transform(Number)
      .pipe(z.int().min(LIMITS.pageWidthMin).max(LIMITS.pageWidthMax))
      .optional(),
    prefetch: z.literal('1').optional(),
  }),
  answer: { kind: 'bytes', types: ['image/jpeg'] },
})

export const close = operation({
  name: 'renditions.close',
  method: 'GET',
  path: '/room/api/file/removeTempFile/:name',
  summary: 'Closes a lease of this session.',
  credential: 'session',
  permission: 'documents.view',
  params: z.strictObject({ name: leaseName }),
  answer: { kind: 'json', payload: done },
})

export const original = operation({
  name: 'renditions.original',
  method: 'GET',
  path: '/room/api/file/:filename',
  summary: 'The bytes that a download gives: the original, with Range, or while the watermark is on a copy with the reader’s mark.',
  credential: 'session',
  permission: 'documents.download',
  params: z.strictObject({ filename: z.string().max(300) }),
  answer: { kind: 'bytes', types: ['application/octet-stream', 'application/pdf', 'image/jpeg'] },
})

export const retryPreview = operation({
  name: 'renditions.retryPreview',
  method: 'POST',
  path: '/room/api/file/preview/retry',
  summary: 'Has the pages of a document made once more, where that failed or its converter was missing.',
  credential: 'session',
  permission: 'documents.write',
  body: z.strictObject({ fileId: id, id, roomId: id }),
  identity: { body: { id: 'member', roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

const fileIds = z.array(id).min(1).max(LIMITS.itemsPerTicket)

export const zip = operation({
  name: 'renditions.zip',
  method: 'POST',
  path: '/room/api/file/zip',
  summary:
    'Files and folders as one zip, each file as a download of its own would give it; what may not be downloaded is left out and listed.',
  credential: 'session',
  permission: 'documents.download',
  body: z.strictObject({ fileIds, id, roomId: id }),
  identity: { body: { id: 'member', roomId: 'room' } },
  answer: { kind: 'bytes', types: ['application/zip'] },
})

export const ticket = operation({
  name: 'renditions.ticket',
  method: 'POST',
  path: '/room/api/file/ticket',
  summary:
    'An address, relative to the base path, at which the browser may fetch one download by itself within 60 seconds, as long as this session lives.',
  credential: 'session',
  permission: 'documents.download',
  body: z.strictObject({
    fileIds,
    kind: z.enum(['download', 'zip']),
    /** Of a single file, for operators; without it the newest. */
    version: z.int().positive().optional(),
  }),
  answer: { kind: 'json', payload: z.object({ url: z.string() }) },
})

export const fetchTicket = operation({
  name: 'renditions.fetchTicket',
  method: 'GET',
  path: '/room/api/file/ticket/:ticket',
  summary:
    'What a ticket stands for, once, and further ranges of an original for 10 minutes. Rights are those of its session now, looked at again at each request. A browser that asks for a page reads a refusal as plain text.',
  credential: 'none',
  params: z.strictObject({ ticket: z.string().max(100) }),
  answer: { kind: 'bytes', types: ['application/zip', 'application/octet-stream', 'application/pdf', 'image/jpeg'] },
})

export const load = operation({
  name: 'renditions.load',
  method: 'POST',
  path: '/room/api/file/load',
  summary:
    'type 1: the small preview of the first page; type 2: the print rendition of an image or PDF, for those who may print, logged as a print.',
  credential: 'session',
  permission: 'documents.view',
  body: z.strictObject({ fileId: id, id, roomId: id, type: z.union([z.literal(1), z.literal(2)]) }),
  identity: { body: { id: 'member', roomId: 'room' } },
  answer: { kind: 'bytes', types: ['image/jpeg', 'application/pdf'] },
})

export const watermarked = operation({
  name: 'renditions.watermarked',
  method: 'POST',
  path: '/room/api/file/watermarked/download',
  summary: 'The file with the reader’s watermark. The server writes its text itself: what the body says of it is not looked at.',
  credential: 'session',
  permission: 'documents.download',
  body: z.strictObject({ fileId: id, watermarkText: z.string().max(4_000).optional() }),
  answer: { kind: 'bytes', types: ['application/pdf', 'image/jpeg'] },
})
