import type { OperationName } from '../../../../contract/registry.ts'
import { wrongPin } from '../../scenarios/wrong-pin.ts'
import { body, fetchBytes } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

export const SESSION_ROWS = {
  'session.join': {
    reach: 'public',
    names: false,
    refused: ['PIN_REFUSED'],
    send: body('POST', '/room/api/room/join', () => ({ pin: wrongPin() })),
  },
  'session.joinByPath': {
    reach: 'public',
    names: false,
    refused: ['PIN_REFUSED'],
    send: (client) => client.call('POST', `/room/api/room/join/${wrongPin()}`),
  },
  'session.joinByLink': {
    reach: 'public',
    names: false,
    refused: ['LINK_REFUSED'],
    send: body('POST', '/room/api/room/join/link', () => ({ token: 'x' })),
  },
  'session.prove': {
    reach: 'unproven',
    names: false,
    refused: ['STEP_REFUSED'],
    send: body('POST', '/room/api/room/join/step', () => ({ code: '00000000' })),
  },
  'session.mailStepCode': {
    reach: 'unproven',
    names: false,
    send: (client) => client.mailStepCode(),
  },
  'session.findPin': {
    reach: 'public',
    names: false,
    refused: ['EMAIL_UNREGISTERED'],
    send: body('POST', '/room/admin/auth/comm/findPin', () => ({ email: 'nobody@example.com' })),
  },
  'session.findPinByGet': {
    reach: 'public',
    names: false,
    refused: ['EMAIL_UNREGISTERED'],
    send: (client) => client.call('GET', '/room/admin/auth/comm/findPin/nobody@example.com'),
  },
  'session.agree': {
    reach: 'joined',
    names: false,
    send: (client) =>
      client.call('POST', '/room/api/room/checkAgree', { query: { id: client.session?.id ?? 1 } }),
  },
  'session.rights': {
    reach: 'agreed',
    names: false,
    send: body('POST', '/room/api/room/toggle', (_, own) => ({
      managementId: own.id,
      roomId: own.roomId,
      userId: own.userId,
    })),
  },
  'session.logout': {
    reach: 'unproven',
    names: false,
    send: (client) => client.call('POST', '/room/api/room/logout'),
  },
  'session.raise': {
    reach: 'operator',
    names: false,
    send: body('POST', '/room/admin/auth/comm/checkManagerPin', (_, own) => ({
      code: 'x',
      roomId: own.roomId,
      userId: own.userId,
    })),
  },
  // Another room's number keeps the other actors' codes valid.
  'session.findCode': {
    reach: 'operator',
    names: false,
    refused: ['NOT_FOUND'],
    send: body('POST', '/room/admin/auth/comm/findCode', (_, own) => ({
      roomNo: '0000-0000',
      userId: own.userId,
    })),
  },
  'session.alive': {
    reach: 'agreed',
    names: false,
    send: (client) => client.call('POST', '/room/api/room/alive'),
  },
  'session.events': {
    reach: 'agreed',
    names: false,
    send: (client) => fetchBytes(client, '/room/api/room/events'),
  },
  'session.list': {
    reach: 'agreed',
    names: false,
    send: (client) => client.call('GET', '/room/api/room/sessions'),
  },
  'session.endOne': {
    reach: 'agreed',
    names: false,
    send: async (client) =>
      client.endSession((await client.sessions()).find(({ current }) => current)?.id ?? 1),
  },
  'session.endOthers': {
    reach: 'agreed',
    names: false,
    async send(client, { room }) {
      const answer = await client.call('POST', '/room/api/room/sessions/endOthers')
      await room.operator.join(room.pin)
      await room.operator.agree()
      await room.operator.elevate(room.code)
      return answer
    },
  },
  'session.viewAs': {
    reach: 'raised',
    names: true,
    send: (client, { memberId }) => client.viewAs(memberId),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
