/** Later actors need the unchanged room. */
import type { OperationName } from '../../../../contract/registry.ts'
import { body } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

const ENDING = '/room/api/room/ending'

export const ENDING_ROWS = {
  'ending.read': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `${ENDING}/${room.roomId}`),
  },
  'ending.schedule': {
    reach: 'raised',
    names: true,
    send: body('PUT', `${ENDING}/schedule`, ({ room }) => ({ id: room.roomId, closesAt: null })),
  },
  'ending.move': {
    reach: 'raised',
    names: true,
    send: body('PUT', `${ENDING}/phase`, ({ room }) => ({ id: room.roomId, phase: 'open' })),
  },
  'ending.ask': {
    reach: 'raised',
    names: true,
    refused: ['ROOM_NUMBER_DIFFERS'],
    send: body('POST', `${ENDING}/destruction`, ({ room }) => ({
      id: room.roomId,
      roomNo: 'x',
      code: 'x',
    })),
  },
  'ending.confirm': {
    reach: 'raised',
    names: true,
    refused: ['ROOM_NUMBER_DIFFERS'],
    send: body('POST', `${ENDING}/destruction/confirm`, ({ room }) => ({
      id: room.roomId,
      roomNo: 'x',
      code: 'x',
    })),
  },
  'ending.withdraw': {
    reach: 'raised',
    names: true,
    refused: ['NO_DESTRUCTION'],
    send: body('DELETE', `${ENDING}/destruction`, ({ room }) => ({ id: room.roomId })),
  },
} as const satisfies Partial<Record<OperationName, AuthorizationRow>>
