import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { pathId } from '../../core/schemas.ts'
import { viewStatus } from '../documents.ts'
import { isImageWidth, pageWidth } from '../renditions.ts'
import { threadId } from './threads.ts'

const delivering = {
  credential: 'session',
  delivers: 'document',
  permission: 'threads.read',
} as const

export const prepareFile = operation({
  name: 'threads.prepareFile',
  method: 'GET',
  path: '/room/api/file/prepareFile',
  summary:
    'Returns the number of pages of a file in a thread, and where they are: page n is at `path`/page/n. Unlike a document, the file needs no lease, since each page is authorized by itself.',
  credential: 'session',
  delivers: 'none',
  permission: 'threads.read',
  viewAs: true,
  query: z.strictObject({ threadFileId: threadId }),
  answer: {
    kind: 'json',
    payload: z.object({
      name: threadId,
      /** The path is relative to the base path. */
      path: z.string(),
      originName: z.string(),
      /** The count is 0 unless the status is READY. */
      pageCount: z.int().nonnegative(),
      /** Office and Hangul files wait for their pages. */
      status: viewStatus,
    }),
  },
})

export const filePage = operation({
  name: 'threads.filePage',
  method: 'GET',
  path: '/room/api/thread/file/:id/page/:page',
  summary:
    'Returns the image of a page (from 1) of a file in a thread, for people who see its entry. The image has the reader’s watermark while it is on. `width` is in device pixels, rounded up to a step.',
  ...delivering,
  viewAs: true,
  params: z.strictObject({ id: threadId, page: pathId }),
  query: z
    .strictObject({ width: pageWidth.optional() })
    .refine(({ width }) => isImageWidth(width), { path: ['width'] }),
  answer: { kind: 'bytes', types: ['image/jpeg'] },
})

export const file = operation({
  name: 'threads.file',
  method: 'GET',
  path: '/room/api/thread/file/:id',
  summary:
    'Returns a file in a thread, for people who see its entry and may download. While the watermark is on, returns a copy with the reader’s mark, for Office and Hangul files a PDF.',
  ...delivering,
  params: z.strictObject({ id: threadId }),
  answer: {
    kind: 'bytes',
    types: ['application/pdf', 'image/jpeg', 'image/png', 'image/bmp', 'application/octet-stream'],
  },
})
