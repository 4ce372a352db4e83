import type { OperationName } from '../../../../contract/registry.ts'
import { makePdf } from '../../fixtures/make-pdf.ts'
import { stampPng } from '../../fixtures/stamp-png.ts'
import type { WireClient } from '../../harness/wire-client.ts'
import { compose, getTemplate, pdfForm, uploadStamp } from '../../scenarios/composing.ts'
import { fetchBytes, type NamedObjects } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

const onTemplate =
  (call: string, fields: Readonly<Record<string, unknown>> = {}) =>
  (client: WireClient, { templateId }: NamedObjects) =>
    compose(client, call, { templateId, ...fields })

export const COMPOSE_ROWS = {
  'compose.upload': {
    reach: 'raised',
    names: true,
    send: (client, { room }) =>
      client.call('POST', '/esign/api/compose/upload', {
        form: pdfForm(makePdf(1), '행렬.pdf', { roomId: String(room.roomId) }),
      }),
  },
  'compose.adopt': {
    reach: 'raised',
    names: true,
    // Only the document is foreign, not the room.
    send: (client, { itemId }) =>
      compose(client, 'adopt', { fileId: itemId, roomId: client.session?.roomId ?? 1 }),
  },
  'compose.updateUpload': {
    reach: 'raised',
    names: true,
    send: onTemplate('updateUpload', { notice: '행렬' }),
  },
  'compose.addDocInfo': {
    reach: 'raised',
    names: true,
    send: onTemplate('addDocInfo', {
      type: 'SIGNER',
      participants: [{ name: '행렬', email: 'matrix@example.com' }],
    }),
  },
  'compose.removeDocInfo': {
    reach: 'raised',
    names: true,
    send: async (client, { room, templateId }) => {
      const participants = [{ name: '남는 사람', email: 'spare@example.com' }]
      const named = await compose(room.operator, 'addDocInfo', {
        templateId,
        type: 'CC',
        participants,
      })
      return compose(client, 'removeDocInfo', {
        templateId,
        participant: (named.json.payload as { id: number }).id,
      })
    },
  },
  'compose.documents': {
    reach: 'raised',
    names: true,
    send: (client, { room }) =>
      client.call('GET', '/esign/api/compose/documents', { query: { roomId: room.roomId } }),
  },
  'compose.get': {
    reach: 'raised',
    names: true,
    send: (client, { templateId }) => getTemplate(client, templateId),
  },
  'compose.copy': { reach: 'raised', names: true, send: onTemplate('copy') },
  'compose.remove': {
    reach: 'raised',
    names: true,
    send: async (client, { room, templateId }) => {
      const spare = await compose(room.operator, 'copy', { templateId })
      return compose(client, 'remove', {
        templateId: (spare.json.payload as { templateId: number }).templateId,
      })
    },
  },
  'compose.keep': { reach: 'raised', names: true, send: onTemplate('keep', { parent: 0 }) },
  'compose.source': {
    reach: 'raised',
    names: true,
    send: (client, { templateId }) => fetchBytes(client, `/esign/api/compose/source/${templateId}`),
  },
  'compose.result': {
    reach: 'raised',
    names: true,
    send: (client, { templateId }) => fetchBytes(client, `/esign/api/compose/result/${templateId}`),
  },
  'compose.uploadImage': {
    reach: 'raised',
    names: false,
    send: async (client) => uploadStamp(client, await stampPng()),
  },
  'compose.image': {
    reach: 'raised',
    names: true,
    send: (client, { imageId }) => fetchBytes(client, `/esign/api/images/${imageId}`),
  },
} as const satisfies Partial<Record<OperationName, AuthorizationRow>>
