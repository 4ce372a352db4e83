import type { OperationName } from '../../../contract/registry.ts'
import { body } from './authorization-calls.ts'
import type { Row } from './authorization-row.ts'

/** A proof decides, which no session is. */
export const OWN_ROOM_ROWS = {
  'crossing.list': {
    reach: 'public',
    names: false,
    refused: ['ADDRESS_UNPROVEN'],
    send: (client) => client.call('GET', '/room/api/session/rooms'),
  },
  'crossing.askForLink': {
    reach: 'public',
    names: false,
    send: body('POST', '/room/api/session/rooms/link', () => ({ email: 'nobody@example.com' })),
  },
  'crossing.prove': {
    reach: 'public',
    names: false,
    refused: ['LINK_REFUSED'],
    send: body('POST', '/room/api/session/rooms/prove', () => ({ token: 'x' })),
  },
  'crossing.cross': {
    reach: 'public',
    names: false,
    refused: ['ADDRESS_UNPROVEN'],
    send: body('POST', '/room/api/session/cross', ({ room }) => ({ roomId: room.roomId })),
  },
  'crossing.leave': {
    reach: 'public',
    names: false,
    send: body('POST', '/room/api/session/rooms/leave', () => ({ everywhere: false })),
  },
} satisfies Partial<Record<OperationName, Row>>
