import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { pathId } from '../../core/schemas.ts'
import { viewStatus } from '../documents.ts'
import { isImageWidth, pageWidth } from '../renditions.ts'
import { threadId } from './threads.ts'

const delivering = { credential: 'session', delivers: 'document', permission: 'threads.read' } as const

export const prepareFile = operation({
  name: 'threads.prepareFile',
  method: 'GET',
  path: '/room/api/file/prepareFile',
  summary:
    'Says how many pages a file in a thread has, and where: the image of page n is at `path`/page/n. Unlike a document it needs no lease, since each page is authorized by itself.',
  credential: 'session',
  delivers: 'none',
  permission: 'threads.read',
  viewAs: true,
  query: z.strictObject({ threadFileId: threadId }),
  answer: {
    kind: 'json',
    payload: z.object({
      name: threadId,
      /** Relative to the base path. */
      path: z.string(),
      originName: z.string(),
      /** 0 unless READY. */
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
    'The image of a page (from 1) of a file in a thread, for those who see its entry, with the reader’s watermark burned in while it is on. width: in device pixels, rounded up to a step.',
  ...delivering,
  viewAs: true,
  params: z.strictObject({ id: threadId, page: pathId }),
  query: z.strictObject({ width: pageWidth.optional() }).refine(({ width }) => isImageWidth(width), { path: ['width'] }),
  answer: { kind: 'bytes', types: ['image/jpeg'] },
})

export const file = operation({
  name: 'threads.file',
  method: 'GET',
  path: '/room/api/thread/file/:id',
  summary:
    'A file in a thread, for those who see its entry and may download. While the watermark is on it is a copy that bears the reader’s mark, of Office and Hangul files a PDF.',
  ...delivering,
  params: z.strictObject({ id: threadId }),
  answer: { kind: 'bytes', types: ['application/pdf', 'image/jpeg', 'image/png', 'image/bmp', 'application/octet-stream'] },
})
