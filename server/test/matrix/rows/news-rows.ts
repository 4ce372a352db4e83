import type { OperationName } from '../../../../contract/registry.ts'
import { body } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

const inRoom = (path: string): AuthorizationRow['send'] =>
  body('POST', `/room/api/file/${path}`, ({ room }) => ({ roomId: room.roomId, limit: 10 }))

export const NEWS_ROWS = {
  'news.list': { reach: 'agreed', names: true, send: inRoom('new') },
  'news.favourites': { reach: 'agreed', names: true, send: inRoom('favourites') },
  'news.recent': { reach: 'agreed', names: true, send: inRoom('recent') },
  'news.mailed': {
    reach: 'agreed',
    names: true,
    send: body('POST', '/room/api/file/mailed', ({ room }) => ({
      roomId: room.roomId,
      list: '00000000-0000-4000-8000-000000000000',
    })),
  },
  'news.favourite': {
    reach: 'agreed',
    names: true,
    send: body('POST', '/room/api/file/favourite', ({ itemId }) => ({ id: itemId, value: false })),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
