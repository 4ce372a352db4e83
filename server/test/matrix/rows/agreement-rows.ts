import type { OperationName } from '../../../../contract/registry.ts'
import { body, fetchBytes } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

/** Other rows accept the product's notice. */
export const AGREEMENT_ROWS = {
  'agreement.read': {
    reach: 'joined',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/agreement/${room.roomId}`),
  },
  'agreement.page': {
    reach: 'joined',
    names: false,
    refused: ['NOT_FOUND'],
    send: (client, { room }) =>
      fetchBytes(client, `/room/api/room/agreement/${room.roomId}/1/page/1`),
  },
  'agreement.update': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/agreement', ({ room }) => ({
      id: room.roomId,
      seen: 0,
      form: 'product',
    })),
  },
  'agreement.accept': {
    reach: 'joined',
    names: true,
    refused: ['NOTICE_CHANGED'],
    send: body('POST', '/room/api/room/agreement/accept', ({ room }) => ({
      roomId: room.roomId,
      version: 1,
      language: 'ko',
    })),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
