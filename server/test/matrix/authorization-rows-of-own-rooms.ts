import type { OperationName } from '../../../contract/registry.ts'
import { body } from './authorization-calls.ts'
import type { Row } from './authorization-row.ts'

/** A proof decides, which no session is. */
export const OWN_ROOM_ROWS = {
  'ownRooms.list': {
    reach: 'public',
    names: false,
    refused: ['ADDRESS_UNPROVEN'],
    send: (client) => client.call('GET', '/room/api/session/rooms'),
  },
  'ownRooms.askForLink': {
    reach: 'public',
    names: false,
    send: body('POST', '/room/api/session/rooms/link', () => ({ email: 'nobody@example.com' })),
  },
  'ownRooms.prove': {
    reach: 'public',
    names: false,
    refused: ['LINK_REFUSED'],
    send: body('POST', '/room/api/session/rooms/prove', () => ({ token: 'x' })),
  },
  'ownRooms.cross': {
    reach: 'public',
    names: false,
    refused: ['ADDRESS_UNPROVEN'],
    send: body('POST', '/room/api/session/cross', ({ room }) => ({ roomId: room.roomId })),
  },
  'ownRooms.leave': {
    reach: 'public',
    names: false,
    send: body('POST', '/room/api/session/rooms/leave', () => ({ everywhere: false })),
  },
} satisfies Partial<Record<OperationName, Row>>
