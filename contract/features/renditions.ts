import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { done, pathId } from '../core/schemas.ts'

/** READY can be read; the others say why not. */
export const viewStatus = z.enum(['READY', 'LOCKED', 'BROKEN', 'TOO_LARGE', 'SLOW', 'NO_PREVIEW'])
export type ViewStatus = z.infer<typeof viewStatus>

const leaseName = z.string().max(100)

export const open = operation({
  name: 'renditions.open',
  method: 'GET',
  path: '/room/api/file/prepareFile/:id',
  summary: 'Opens a viewing lease on a document for this session; it ends 10 minutes after its last use.',
  credential: 'session',
  permission: 'documents.view',
  params: z.strictObject({ id: pathId }),
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
  summary: 'The original bytes, with Range; needs the download right and the watermark off.',
  credential: 'session',
  permission: 'documents.download',
  params: z.strictObject({ filename: z.string().max(300) }),
  answer: { kind: 'bytes', types: ['application/octet-stream'] },
})
