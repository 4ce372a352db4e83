import { z } from 'zod'
import { LIMITS, TILED_WIDTHS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { done, id, instant, pathId } from '../core/schemas.ts'
import { viewStatus } from './documents.ts'

const leaseName = z.string().max(100)

export const open = operation({
  name: 'renditions.open',
  method: 'GET',
  path: '/room/api/file/prepareFile/:id',
  summary:
    'Opens a viewing lease on a document for this session. The lease ends 10 minutes after its last use, and for participants when the document is replaced. What is neither READY nor a PDF that a password opens gets no lease; open it again later.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.view',
  viewAs: true,
  params: z.strictObject({ id: pathId }),
  /** Only operators may name a version. The default is the newest. */
  query: z.strictObject({ version: pathId.optional() }),
  answer: {
    kind: 'json',
    payload: z.object({
      name: leaseName,
      path: z.string(),
      originName: z.string(),
      pageCount: z.int().nonnegative(),
      status: viewStatus,
      /** A difference on reopening means that the document was replaced. */
      uploadedAt: instant,
    }),
  },
})

/** A run has one line and direction. */
const textRun = z.object({
  text: z.string(),
  /** The upper left corner is in page units, in reading direction. */
  x: z.number(),
  y: z.number(),
  /** The width includes a trailing space. */
  width: z.number(),
  height: z.number(),
  /** The angle is in degrees, clockwise. */
  angle: z.number().optional(),
  eol: z.literal(true).optional(),
})
export type TextRun = z.infer<typeof textRun>

/** Values are in page units from the upper left. */
const area = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** Pages count from 1; URIs are http, https or mailto. */
const linkTarget = z.union([
  z.object({ page: z.int().positive(), top: z.number().optional() }),
  z.object({ uri: z.string() }),
])
export type LinkTarget = z.infer<typeof linkTarget>

const leasePages = z.object({
  /** A locked PDF becomes READY with its password. */
  status: viewStatus,
  pages: z.array(z.object({ width: z.number(), height: z.number() })),
  unit: z.enum(['point', 'pixel']),
  textLayer: z.boolean(),
  selection: z.boolean(),
})

export const manifest = operation({
  name: 'renditions.manifest',
  method: 'GET',
  path: '/room/api/file/view/:name',
  summary:
    'Returns the pages of a leased document with their displayed sizes, and what its reader may do.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.view',
  viewAs: true,
  params: z.strictObject({ name: leaseName }),
  answer: { kind: 'json', payload: leasePages },
})

export const pageWidth = z
  .string()
  .regex(/^[1-9]\d{0,4}$/)
  .transform(Number)

const tilePlace = z
  .string()
  .regex(/^(0|[1-9]\d?)\.(0|[1-9]\d?)$/)
  .transform((place) => {
    const [column = 0, row = 0] = place.split('.').map(Number)
    return { column, row }
  })

const isTiledWidth = (width: number | undefined): boolean =>
  TILED_WIDTHS.some((step) => step === width)
export const isImageWidth = (width: number | undefined): boolean =>
  width === undefined || (width >= LIMITS.pageWidthMin && width <= LIMITS.pageWidthMax)

const viewing = {
  credential: 'session',
  delivers: 'document',
  permission: 'documents.view',
  viewAs: true,
} as const

export const page = operation({
  name: 'renditions.page',
  method: 'GET',
  path: '/room/api/file/view/:name/pages/:page',
  summary:
    'Returns the image of a page (from 1), or one of its tiles, with the reader’s watermark while it is on. `width` is that of the whole page in device pixels, rounded up to a step. `tile` is "column.row", from 0, in a grid of 1,024 pixels over the page. With `tile`, `width` is exactly one of the steps for tiles.',
  ...viewing,
  params: z.strictObject({ name: leaseName, page: pathId }),
  query: z
    .strictObject({
      width: pageWidth.optional(),
      tile: tilePlace.optional(),
      prefetch: z.literal('1').optional(),
    })
    .refine(({ width, tile }) => (tile ? isTiledWidth(width) : isImageWidth(width)), {
      path: ['width'],
    }),
  answer: { kind: 'bytes', types: ['image/jpeg'] },
})

export const text = operation({
  name: 'renditions.text',
  method: 'GET',
  path: '/room/api/file/view/:name/pages/:page/text',
  summary:
    'Returns the text of a page in reading order, laid out as displayed. Where the room allows selection, all readers may have it; otherwise operators and people with the right to the text.',
  ...viewing,
  params: z.strictObject({ name: leaseName, page: pathId }),
  answer: {
    kind: 'json',
    payload: z.object({
      runs: z.array(textRun),
      cut: z.boolean(),
    }),
  },
})

export const links = operation({
  name: 'renditions.links',
  method: 'GET',
  path: '/room/api/file/view/:name/pages/:page/links',
  summary:
    'Returns the links of a page, in the order in which they lie on it. Addresses in plain text are included for people who may have the text. Links that would start or open anything else are omitted. Also returns whether letters of the page are in doubt.',
  ...viewing,
  params: z.strictObject({ name: leaseName, page: pathId }),
  answer: {
    kind: 'json',
    payload: z.array(z.object({ rect: area, to: linkTarget })),
    beside: z.object({
      cut: z.boolean(),
      /** Fonts are missing, so characters may look different. */
      fontsMissing: z.boolean(),
    }),
  },
})

export const find = operation({
  name: 'renditions.find',
  method: 'GET',
  path: '/room/api/file/view/:name/find',
  summary:
    'Finds words in a leased document or some of its pages, whether or not the reader may have its text. Returns an entry for each hit, with a rectangle for each of its lines. Ignores case, width, composition, spacing and line breaks.',
  ...viewing,
  params: z.strictObject({ name: leaseName }),
  query: z.strictObject({
    q: z.string().min(1).max(LIMITS.findLength),
    from: pathId.optional(),
    to: pathId.optional(),
  }),
  answer: {
    kind: 'json',
    payload: z.array(z.object({ page: z.int().positive(), rects: z.array(area) })),
    beside: z.object({
      /** Hits were too many, or pages have no text. */
      cut: z.boolean(),
    }),
  },
})

export const unlock = operation({
  name: 'renditions.unlock',
  method: 'POST',
  path: '/room/api/file/view/:name/password',
  summary:
    'Unlocks a locked PDF for this lease only. The password is kept in memory while the lease lives. After that, or after a restart, the password is required again.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.view',
  params: z.strictObject({ name: leaseName }),
  body: z.strictObject({ password: z.string().min(1).max(LIMITS.passwordLength) }),
  answer: { kind: 'json', payload: leasePages },
})

export const report = operation({
  name: 'renditions.report',
  method: 'POST',
  path: '/room/api/room/activity',
  summary:
    'Records what only the browser knows of reading: how long a page was viewed, and attempts to capture the screen. Counts as a use of the lease.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.view',
  viewAs: true,
  body: z
    .array(
      z.strictObject({
        type: z.enum(['view', 'capture']),
        name: leaseName,
        page: id,
        /** The server limits the seconds to the age of the lease. */
        seconds: z.number().min(0).max(86_400).optional(),
        /** `ago` counts seconds since the first report attempt. If a same or later attempt arrived, the report is ignored. */
        ago: z.number().min(0).max(86_400).optional(),
        last: z.literal(true).optional(),
      }),
    )
    .min(1)
    .max(LIMITS.reportsPerCall),
  answer: { kind: 'json', payload: done },
})

export const close = operation({
  name: 'renditions.close',
  method: 'GET',
  path: '/room/api/file/removeTempFile/:name',
  summary: 'Closes a lease of this session.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.view',
  viewAs: true,
  params: z.strictObject({ name: leaseName }),
  answer: { kind: 'json', payload: done },
})

export const original = operation({
  name: 'renditions.original',
  method: 'GET',
  path: '/room/api/file/:filename',
  summary:
    'Returns the bytes of a download: the original, with Range, or while the watermark is on, a copy with the reader’s mark.',
  credential: 'session',
  delivers: 'document',
  permission: 'documents.download',
  params: z.strictObject({ filename: z.string().max(300) }),
  answer: { kind: 'bytes', types: ['application/octet-stream', 'application/pdf', 'image/jpeg'] },
})

export const retryPreview = operation({
  name: 'renditions.retryPreview',
  method: 'POST',
  path: '/room/api/file/preview/retry',
  summary: 'Retries the preview of a document after a failure, or if its converter was missing.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.survey',
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
    'Returns files and folders as one zip, each file as its own download would return it. Files that may not be downloaded are omitted and listed.',
  credential: 'session',
  delivers: 'document',
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
    'Returns an address, relative to the base path, at which the browser may fetch one download within 60 seconds during this session.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.download',
  body: z.strictObject({
    fileIds,
    /** For `archive`, `fileIds` holds an archive id. */
    kind: z.enum(['download', 'zip', 'archive']),
    /** Only operators may name a version. The default is the newest. */
    version: z.int().positive().optional(),
  }),
  answer: {
    kind: 'json',
    payload: z.object({
      url: z.string(),
      /**
       * The client passes this to `prepareTicket` if the file needs a watermark; otherwise the address answers when the file is ready.
       */
      prepare: z.string().optional(),
    }),
  },
})

/** `preparing` repeats every few seconds; any other state ends the stream. `pictures` means pages became images. */
const preparation = z.discriminatedUnion('state', [
  z.object({ state: z.literal('preparing') }),
  z.object({ state: z.literal('ready'), pictures: z.enum(['some', 'all']).optional() }),
  z.object({ state: z.literal('failed'), code: z.string(), message: z.string() }),
])

export const prepareTicket = operation({
  name: 'renditions.prepareTicket',
  method: 'POST',
  path: '/room/api/file/ticket/prepare',
  summary:
    'Prepares the marked file of a ticket of this session. JSON lines report when its address answers at once, for 60 seconds from then. Closing the stream stops the work.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.download',
  body: z.strictObject({ ticket: z.string().max(100) }),
  answer: { kind: 'lines', line: preparation },
})

export const fetchTicket = operation({
  name: 'renditions.fetchTicket',
  method: 'GET',
  path: '/room/api/file/ticket/:ticket',
  summary:
    'Returns the download of a ticket, once. Further ranges of an original work for 10 minutes, those of an archive while it is kept. Each request checks the current rights of the ticket’s session. A browser that asks for a page gets a refusal as plain text.',
  credential: 'none',
  delivers: 'document',
  params: z.strictObject({ ticket: z.string().max(100) }),
  answer: {
    kind: 'bytes',
    types: ['application/zip', 'application/octet-stream', 'application/pdf', 'image/jpeg'],
  },
})

export const load = operation({
  name: 'renditions.load',
  method: 'POST',
  path: '/room/api/file/load',
  summary:
    'Returns a rendition of a document. Type 1 is the small preview of the first page. Type 2 is the print rendition of an image or PDF, for people who may print; it is logged as a print.',
  ...viewing,
  body: z.strictObject({ fileId: id, id, roomId: id, type: z.union([z.literal(1), z.literal(2)]) }),
  identity: { body: { id: 'member', roomId: 'room' } },
  answer: { kind: 'bytes', types: ['image/jpeg', 'application/pdf'] },
})

export const watermarked = operation({
  name: 'renditions.watermarked',
  method: 'POST',
  path: '/room/api/file/watermarked/download',
  summary:
    'Returns the file with the reader’s watermark. The server writes the watermark text and ignores that of the body.',
  credential: 'session',
  delivers: 'document',
  permission: 'documents.download',
  body: z.strictObject({ fileId: id, watermarkText: z.string().max(4_000).optional() }),
  answer: { kind: 'bytes', types: ['application/pdf', 'image/jpeg'] },
})
