import type { OperationName } from '../../../../contract/registry.ts'
import { WireClient } from '../../harness/wire-client.ts'

/** These operations let content, or access to it, leave the server; new ones count unless listed. */
type ByteRoute = Exclude<
  Extract<OperationName, `renditions.${string}`>,
  'renditions.close' | 'renditions.retryPreview' | 'renditions.report' | 'renditions.prepareTicket'
>

export interface HeldDocument {
  readonly itemId: number
  readonly filename: string
  readonly lease: string
  readonly ticket: string
  readonly archive: number
  readonly archiveTicket: string
}

type Send = (client: WireClient, held: HeldDocument) => Promise<Response>

const onLease =
  (rest: string): Send =>
  (client, { lease }) =>
    client.fetch('GET', `/room/api/file/view/${lease}${rest}`)
const onItem =
  (path: string, fields: (held: HeldDocument) => object, withIds = true): Send =>
  (client, held) => {
    const { id, roomId } = client.session ?? { id: 1, roomId: 1 }
    return client.fetch('POST', path, {
      body: { ...(withIds ? { id, roomId } : {}), ...fields(held) },
    })
  }

export interface Route {
  readonly by: 'lease' | 'item' | 'ticket'
  readonly right?: 'download' | 'print' | 'text'
  readonly isArchive?: true
  readonly sends: readonly Send[]
}

export const ROUTES: Record<ByteRoute, Route> = {
  'renditions.open': {
    by: 'item',
    sends: [(client, { itemId }) => client.fetch('GET', `/room/api/file/prepareFile/${itemId}`)],
  },
  'renditions.manifest': { by: 'lease', sends: [onLease('')] },
  'renditions.page': {
    by: 'lease',
    sends: [
      onLease('/pages/1'),
      onLease('/pages/1?width=64&prefetch=1'),
      onLease('/pages/1?width=9600&tile=3.5'),
    ],
  },
  'renditions.text': { by: 'lease', right: 'text', sends: [onLease('/pages/1/text')] },
  'renditions.links': { by: 'lease', sends: [onLease('/pages/1/links')] },
  'renditions.find': { by: 'lease', sends: [onLease('/find?q=secret')] },
  'renditions.unlock': {
    by: 'lease',
    sends: [
      (client, { lease }) =>
        client.fetch('POST', `/room/api/file/view/${lease}/password`, { body: { password: 'x' } }),
    ],
  },
  'renditions.original': {
    by: 'item',
    right: 'download',
    sends: [
      (client, { filename }) => client.fetch('GET', `/room/api/file/${filename}`),
      (client, { filename }) =>
        client.fetch('GET', `/room/api/file/${filename}`, { headers: { range: 'bytes=0-9' } }),
    ],
  },
  'renditions.zip': {
    by: 'item',
    right: 'download',
    sends: [onItem('/room/api/file/zip', ({ itemId }) => ({ fileIds: [itemId] }))],
  },
  'renditions.ticket': {
    by: 'item',
    right: 'download',
    sends: [
      onItem(
        '/room/api/file/ticket',
        ({ itemId }) => ({ fileIds: [itemId], kind: 'download' }),
        false,
      ),
      onItem('/room/api/file/ticket', ({ itemId }) => ({ fileIds: [itemId], kind: 'zip' }), false),
    ],
  },
  'renditions.fetchTicket': {
    by: 'ticket',
    right: 'download',
    // The browser sends no bearer token. The requesting session decides.
    sends: [({ base }, { ticket }) => new WireClient(base).fetch('GET', ticket)],
  },
  'renditions.load': {
    by: 'item',
    sends: [onItem('/room/api/file/load', ({ itemId }) => ({ fileId: itemId, type: 1 }))],
  },
  'renditions.watermarked': {
    by: 'item',
    right: 'download',
    sends: [
      onItem('/room/api/file/watermarked/download', ({ itemId }) => ({ fileId: itemId }), false),
    ],
  },
}

/** Printing uses the thumbnail call with its own right. */
const PRINT: Route = {
  by: 'item',
  right: 'print',
  sends: [onItem('/room/api/file/load', ({ itemId }) => ({ fileId: itemId, type: 2 }))],
}
const ARCHIVE: Route = {
  by: 'item',
  right: 'download',
  isArchive: true,
  sends: [
    onItem(
      '/room/api/file/ticket',
      ({ archive }) => ({ fileIds: [archive], kind: 'archive' }),
      false,
    ),
  ],
}
const ARCHIVE_TICKET: Route = {
  by: 'ticket',
  right: 'download',
  isArchive: true,
  sends: [
    ({ base }, { archiveTicket }) => new WireClient(base).fetch('GET', archiveTicket),
    ({ base }, { archiveTicket }) =>
      new WireClient(base).fetch('GET', archiveTicket, { headers: { range: 'bytes=10-' } }),
  ],
}
export const routes: readonly (readonly [string, Route])[] = [
  ...Object.entries(ROUTES),
  ['print', PRINT],
  ['archive', ARCHIVE],
  ['archive ticket', ARCHIVE_TICKET],
]
