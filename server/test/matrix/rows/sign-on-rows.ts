/** The matrix has no provider. */
import type { OperationName } from '../../../../contract/registry.ts'
import { body } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

const PATH = '/room/api/session/oidc'

export const SIGN_ON_ROWS = {
  'signon.providers': { reach: 'public', names: false, send: (client) => client.call('GET', PATH) },
  'signon.start': {
    reach: 'public',
    names: false,
    refused: ['NOT_FOUND'],
    send: (client) => client.call('GET', `${PATH}/none/start`),
  },
  'signon.callback': {
    reach: 'public',
    names: false,
    refused: ['NOT_FOUND'],
    send: (client) => client.call('GET', `${PATH}/none/callback`),
  },
  'signon.complete': {
    reach: 'public',
    names: false,
    refused: ['SIGN_ON_OVER'],
    send: body('POST', `${PATH}/complete`, () => ({})),
  },
  'signon.settings': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/signOn/${room.roomId}`),
  },
  'signon.update': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/signOn', ({ room }) => ({
      id: room.roomId,
      settings: { pin: 'everyone', providers: [] },
    })),
  },
  'signon.unbind': {
    reach: 'raised',
    names: true,
    send: async (client, { room, spareMemberId }) =>
      client.call('POST', '/room/api/room/user/signOn/unbind', {
        body: { id: await spareMemberId(), roomId: room.roomId },
      }),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
