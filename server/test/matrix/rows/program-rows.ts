/** Programs reach every room. */
import type { OperationName } from '../../../../contract/registry.ts'
import { body } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

const ROOMS = '/platform/rooms'
const WEBHOOKS = '/platform/webhooks'
const NOWHERE = 999_999_999
const NO_DELIVERY = '00000000-0000-4000-8000-000000000000'

const ofProgram = { reach: 'apiKey', names: false } as const

export const PROGRAM_ROWS = {
  'programs.rooms': { ...ofProgram, send: (client) => client.call('GET', ROOMS) },
  'programs.createRoom': {
    ...ofProgram,
    refused: ['EMAIL_FORMAT'],
    send: body('POST', ROOMS, () => ({ name: '새 룸', operator: { name: '김운영', email: 'x' } })),
  },
  'programs.readName': {
    ...ofProgram,
    send: (client, { room }) => client.call('GET', `${ROOMS}/${room.roomId}/rename`),
  },
  'programs.rename': {
    ...ofProgram,
    send: (client, { room }) =>
      client.call('POST', `${ROOMS}/${room.roomId}/rename`, { body: { name: '시험 룸' } }),
  },
  'programs.readClosing': {
    ...ofProgram,
    send: (client, { room }) => client.call('GET', `${ROOMS}/${room.roomId}/close`),
  },
  'programs.close': {
    ...ofProgram,
    refused: ['NOT_FOUND'],
    send: (client) => client.call('POST', `${ROOMS}/${NOWHERE}/close`),
  },
  'programs.readStorage': {
    ...ofProgram,
    send: (client, { room }) => client.call('GET', `${ROOMS}/${room.roomId}/storage`),
  },
  'programs.updateStorage': {
    ...ofProgram,
    send: (client, { room }) =>
      client.call('POST', `${ROOMS}/${room.roomId}/storage`, { body: {} }),
  },
  'programs.invite': {
    ...ofProgram,
    refused: ['EMAIL_FORMAT'],
    send: (client, { room }) =>
      client.call('POST', `${ROOMS}/${room.roomId}/members`, {
        body: { inviteUserList: [{ name: '이참여', email: 'x' }] },
      }),
  },
  'programs.events': {
    ...ofProgram,
    send: (client, { room }) => client.call('GET', `${ROOMS}/${room.roomId}/events`),
  },
  'webhooks.list': { ...ofProgram, send: (client) => client.call('GET', WEBHOOKS) },
  'webhooks.create': {
    ...ofProgram,
    refused: ['WEBHOOK_URL'],
    send: body('POST', WEBHOOKS, () => ({ url: 'https://10.0.0.1/', events: ['room.closed'] })),
  },
  'webhooks.remove': {
    ...ofProgram,
    refused: ['NOT_FOUND'],
    send: body('DELETE', WEBHOOKS, () => ({ id: NOWHERE })),
  },
  'webhooks.removeByPath': {
    ...ofProgram,
    refused: ['NOT_FOUND'],
    send: (client) => client.call('DELETE', `${WEBHOOKS}/${NOWHERE}`),
  },
  'webhooks.deliveries': {
    ...ofProgram,
    refused: ['NOT_FOUND'],
    send: (client) => client.call('GET', `${WEBHOOKS}/${NOWHERE}/deliveries`),
  },
  'webhooks.redeliver': {
    ...ofProgram,
    refused: ['NOT_FOUND'],
    send: (client) =>
      client.call('POST', `${WEBHOOKS}/${NOWHERE}/deliveries/${NO_DELIVERY}/redeliver`),
  },
} as const satisfies Partial<Record<OperationName, AuthorizationRow>>
