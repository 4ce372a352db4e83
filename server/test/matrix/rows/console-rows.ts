/** The rows leave rooms and administrators unchanged. */
import type { OperationName } from '../../../../contract/registry.ts'
import { body } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

const NOWHERE = 999_999_999
const NO_DELIVERY = '00000000-0000-4000-8000-000000000000'
const NO_TOKEN = 'A'.repeat(43)
const BYTES = 'AAAA'

const ofPublic = { reach: 'public', names: false } as const
const ofAdministrators = { reach: 'administrator', names: false } as const
const ofOperators = { reach: 'raised', names: true } as const

const get =
  (path: string): AuthorizationRow['send'] =>
  (client) =>
    client.call('GET', `/console${path}`)
const post =
  (path: string, fields?: object): AuthorizationRow['send'] =>
  (client) =>
    client.call('POST', `/console${path}`, { body: fields })
const ofRoom =
  (rest: string, fields?: object): AuthorizationRow['send'] =>
  (client, { room }) =>
    client.call(fields ? 'POST' : 'GET', `/console/rooms/${room.roomId}${rest}`, { body: fields })

export const CONSOLE_ROWS = {
  'console.signOnOptions': { ...ofPublic, send: post('/session/options') },
  'console.signOn': {
    ...ofPublic,
    refused: ['CONSOLE_PASSKEY'],
    send: post('/session', {
      credential: BYTES,
      clientDataJSON: BYTES,
      authenticatorData: BYTES,
      signature: BYTES,
    }),
  },
  'console.openInvitation': {
    ...ofPublic,
    refused: ['CONSOLE_INVITATION'],
    send: post('/invitation', { token: NO_TOKEN }),
  },
  'console.acceptInvitation': {
    ...ofPublic,
    refused: ['CONSOLE_INVITATION'],
    send: post('/invitation/accept', {
      token: NO_TOKEN,
      answer: {
        credential: BYTES,
        clientDataJSON: BYTES,
        attestationObject: BYTES,
        transports: [],
      },
    }),
  },
  'console.accounts': { ...ofPublic, send: get('/session/oidc') },
  'console.startAccount': {
    ...ofPublic,
    refused: ['NOT_FOUND'],
    send: get('/session/oidc/none/start'),
  },
  'console.signOnByAccount': {
    ...ofPublic,
    refused: ['SIGN_ON_OVER'],
    send: post('/session/oidc/complete'),
  },
  'console.me': { ...ofAdministrators, send: get('/session') },
  'console.signOff': {
    ...ofAdministrators,
    send: (client) => client.call('DELETE', '/console/session'),
  },
  'console.rooms': { ...ofAdministrators, send: get('/rooms') },
  'console.readRoom': { ...ofAdministrators, send: ofRoom('') },
  'console.templates': { ...ofAdministrators, send: get('/templates') },
  'console.createRoom': {
    ...ofAdministrators,
    refused: ['EMAIL_FORMAT'],
    send: post('/rooms', { name: '새 룸', operator: { name: '김운영', email: 'x' } }),
  },
  'console.renameRoom': { ...ofAdministrators, send: ofRoom('/rename', { name: '시험 룸' }) },
  'console.limitRoom': { ...ofAdministrators, send: ofRoom('/limits', {}) },
  'console.closeRoom': {
    ...ofAdministrators,
    refused: ['NOT_FOUND'],
    send: post(`/rooms/${NOWHERE}/close`),
  },
  'console.operatorRequests': { ...ofAdministrators, send: ofRoom('/operators') },
  'console.askForOperator': {
    ...ofAdministrators,
    refused: ['EMAIL_FORMAT'],
    send: ofRoom('/operators', { kind: 'reset', email: 'x' }),
  },
  'console.withdrawOperatorRequest': {
    ...ofAdministrators,
    refused: ['NOT_FOUND'],
    send: (client, { room }) =>
      client.call('POST', `/console/rooms/${room.roomId}/operators/${NOWHERE}/withdraw`),
  },
  'console.health': { ...ofAdministrators, send: get('/health') },
  'console.failedMails': { ...ofAdministrators, send: get('/mails') },
  'console.apiKeys': { ...ofAdministrators, send: get('/keys') },
  'console.createApiKey': {
    ...ofAdministrators,
    refused: ['KEY_END'],
    send: post('/keys', { name: '포털', scopes: ['rooms:read'], endsAt: '2000-01-01T00:00:00Z' }),
  },
  'console.revokeApiKey': {
    ...ofAdministrators,
    refused: ['NOT_FOUND'],
    send: post(`/keys/${NOWHERE}/revoke`),
  },
  'console.webhooks': { ...ofAdministrators, send: get('/webhooks') },
  'console.createWebhook': {
    ...ofAdministrators,
    refused: ['WEBHOOK_URL'],
    send: post('/webhooks', { url: 'https://10.0.0.1/', events: ['room.closed'] }),
  },
  'console.removeWebhook': {
    ...ofAdministrators,
    refused: ['NOT_FOUND'],
    send: post(`/webhooks/${NOWHERE}/remove`),
  },
  'console.deliveries': {
    ...ofAdministrators,
    refused: ['NOT_FOUND'],
    send: get(`/webhooks/${NOWHERE}/deliveries`),
  },
  'console.redeliver': {
    ...ofAdministrators,
    refused: ['NOT_FOUND'],
    send: post(`/webhooks/${NOWHERE}/deliveries/${NO_DELIVERY}/redeliver`),
  },
  'console.administrators': { ...ofAdministrators, send: get('/administrators') },
  'console.inviteAdministrator': {
    ...ofAdministrators,
    refused: ['EMAIL_FORMAT'],
    send: post('/administrators', { email: 'x', name: '이관리' }),
  },
  'console.removeAdministrator': {
    ...ofAdministrators,
    refused: ['NOT_FOUND'],
    send: post(`/administrators/${NOWHERE}/remove`),
  },
  'console.unbindAdministrator': {
    ...ofAdministrators,
    refused: ['NOT_FOUND'],
    send: post(`/administrators/${NOWHERE}/unbind`),
  },
  'console.log': { ...ofAdministrators, send: get('/log') },
  'operators.requests': {
    ...ofOperators,
    send: (client, { room }) => client.call('GET', `/room/api/operatorRequest/${room.roomId}`),
  },
  'operators.decide': {
    ...{ reach: 'raised', names: false },
    refused: ['NOT_FOUND'],
    send: body('POST', '/room/api/operatorRequest', (_, { roomId }) => ({
      roomId,
      id: NOWHERE,
      confirm: false,
    })),
  },
} as const satisfies Partial<Record<OperationName, AuthorizationRow>>
