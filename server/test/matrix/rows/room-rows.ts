import type { OperationName } from '../../../../contract/registry.ts'
import { HUGE_READING_LIMITS } from '../../scenarios/reading-limits.ts'
import { body } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

export const ROOM_ROWS = {
  'rooms.info': {
    reach: 'joined',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/info/${room.roomId}`),
  },
  'rooms.updateName': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/room/update/name', ({ room }) => ({
      id: room.roomId,
      roomName: '새 이름',
    })),
  },
  'rooms.updateToggles': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/toggle', ({ room }) => ({
      id: room.roomId,
      noti: true,
      watermark: false,
    })),
  },
  'rooms.updateWatermarkStyle': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/watermark', ({ room }) => ({
      id: room.roomId,
      density: 'dense',
      strength: 80,
    })),
  },
  'rooms.updateViewing': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/viewing', ({ room }) => ({
      id: room.roomId,
      strict: true,
    })),
  },
  // Other actors must still be able to enter.
  'rooms.updateEntering': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/entering', ({ room }) => ({
      id: room.roomId,
      secondStep: false,
    })),
  },
  'rooms.updateCrossing': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/crossing', ({ room }) => ({
      id: room.roomId,
      crossing: true,
    })),
  },
  'rooms.updateReporting': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/reporting', ({ room }) => ({
      id: room.roomId,
      dailyMail: true,
    })),
  },
  'rooms.updateStaging': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/staging', ({ room }) => ({
      id: room.roomId,
      staging: false,
    })),
  },
  'rooms.readReadingLimits': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/readingLimits/${room.roomId}`),
  },
  'rooms.updateReadingLimits': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/readingLimits', ({ room }) => ({
      id: room.roomId,
      ...HUGE_READING_LIMITS,
    })),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
