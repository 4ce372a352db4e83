import type { OperationName } from '../../../../contract/registry.ts'
import { askTicket, showLinked } from '../../fixtures/linked-file.ts'
import { body, linkedTo, sendMessage, sentMessageOf } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

export const MESSAGE_ROWS = {
  'messages.sendByUser': {
    reach: 'agreed',
    names: true,
    send: sendMessage('sendByUser', { title: '행렬' }),
  },
  'messages.getRoomUsers': {
    reach: 'operator',
    names: true,
    send: body('POST', '/room/api/message/getRoomUsers', ({ room }) => ({ roomId: room.roomId })),
  },
  'messages.sendByManager': {
    reach: 'operator',
    names: true,
    refused: ['NO_RECIPIENTS'],
    send: sendMessage('sendByManager', { subject: '행렬', recipients: [] }),
  },
  'messages.attachFileMail': {
    reach: 'raised',
    names: true,
    refused: ['NO_RECIPIENTS'],
    send: sendMessage('attachFileMail', { subject: '행렬', recipients: [] }),
  },
  'messages.sent': {
    reach: 'agreed',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/message/sent/${room.roomId}`),
  },
  'messages.sentOne': {
    reach: 'agreed',
    names: true,
    send: async (client, named) =>
      client.call('GET', `/room/api/message/sentOne/${await sentMessageOf(client, named)}`),
  },
  'messages.sendAgain': {
    reach: 'agreed',
    names: true,
    refused: ['NO_RECIPIENTS'],
    send: async (client, named) =>
      client.call('POST', '/room/api/message/sendAgain', {
        body: { id: await sentMessageOf(client, named) },
      }),
  },
  'messages.file': {
    reach: 'agreed',
    names: true,
    send: (client, named) => showLinked(client, linkedTo(client, named)),
  },
  'messages.fileTicket': {
    reach: 'agreed',
    names: true,
    send: (client, named) => askTicket(client, linkedTo(client, named)),
  },
  'drafts.read': {
    reach: 'agreed',
    names: false,
    send: (client) => client.call('GET', '/room/api/draft/message'),
  },
  'drafts.keep': {
    reach: 'agreed',
    names: false,
    send: body('PUT', '/room/api/draft/message', () => ({ text: '행렬' })),
  },
  'drafts.drop': {
    reach: 'agreed',
    names: false,
    send: (client) => client.call('DELETE', '/room/api/draft/message'),
  },
} as const satisfies Partial<Record<OperationName, AuthorizationRow>>
