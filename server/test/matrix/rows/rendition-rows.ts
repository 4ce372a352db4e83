import type { OperationName } from '../../../../contract/registry.ts'
import { WireClient } from '../../harness/wire-client.ts'
import {
  body,
  fetchBytes,
  leaseOf,
  ownLease,
  postForBytes,
  ticketOf,
} from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

export const RENDITION_ROWS = {
  'renditions.open': {
    reach: 'agreed',
    names: true,
    send: (client, { itemId }) => client.call('GET', `/room/api/file/prepareFile/${itemId}`),
  },
  'renditions.manifest': {
    reach: 'agreed',
    names: true,
    send: (client, named) => ownLease(client, named, ''),
  },
  'renditions.page': {
    reach: 'agreed',
    names: true,
    send: (client, named) => ownLease(client, named, '/pages/1'),
  },
  'renditions.text': {
    reach: 'agreed',
    names: true,
    send: (client, named) => ownLease(client, named, '/pages/1/text'),
  },
  'renditions.links': {
    reach: 'agreed',
    names: true,
    send: (client, named) => ownLease(client, named, '/pages/1/links'),
  },
  'renditions.find': {
    reach: 'agreed',
    names: true,
    send: (client, named) => ownLease(client, named, '/find?q=page'),
  },
  'renditions.unlock': {
    reach: 'agreed',
    names: true,
    send: async (client, named) => client.unlock(await leaseOf(client, named), 'x'),
  },
  'renditions.report': {
    reach: 'agreed',
    names: true,
    send: async (client, named) =>
      client.report({ type: 'capture', name: await leaseOf(client, named), page: 1 }),
  },
  'renditions.close': {
    reach: 'agreed',
    names: true,
    send: async (client, named) =>
      client.call('GET', `/room/api/file/removeTempFile/${await leaseOf(client, named)}`),
  },
  'renditions.retryPreview': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/preview/retry', ({ itemId }, { id, roomId }) => ({
      fileId: itemId,
      id,
      roomId,
    })),
  },
  'renditions.original': {
    reach: 'agreed',
    names: true,
    send: (client, { filename }) => fetchBytes(client, `/room/api/file/${filename}`),
  },
  'renditions.zip': {
    reach: 'agreed',
    names: true,
    send: postForBytes('/room/api/file/zip', ({ itemId }) => ({ fileIds: [itemId] })),
  },
  'renditions.ticket': {
    reach: 'agreed',
    names: true,
    send: body('POST', '/room/api/file/ticket', ({ itemId }) => ({
      fileIds: [itemId],
      kind: 'download',
    })),
  },
  'renditions.prepareTicket': {
    reach: 'agreed',
    names: true,
    send: async (client, named) =>
      fetchBytes(client, '/room/api/file/ticket/prepare', {
        ticket: await ticketOf(client, named),
      }),
  },
  // The token in the URL is the credential.
  'renditions.fetchTicket': {
    reach: 'public',
    names: true,
    send: async ({ base }, named) =>
      fetchBytes(
        new WireClient(base),
        `/room/api/file/ticket/${await ticketOf(named.room.operator, named)}`,
      ),
  },
  'renditions.load': {
    reach: 'agreed',
    names: true,
    send: postForBytes('/room/api/file/load', ({ itemId }) => ({ fileId: itemId, type: 1 })),
  },
  'renditions.watermarked': {
    reach: 'agreed',
    names: true,
    send: postForBytes(
      '/room/api/file/watermarked/download',
      ({ itemId }) => ({ fileId: itemId, watermarkText: 'x' }),
      false,
    ),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
