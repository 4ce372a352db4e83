import type { OperationName } from '../../../../contract/registry.ts'
import { STANDARD_MAILS } from '../../scenarios/rooms/mail-texts.ts'
import { body, fetchBytes } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

export const PLAIN = {
  firm: '한앤파트너스',
  accent: null,
  accentDark: null,
  sender: '',
  replyTo: '',
  footer: '',
}

export const BRAND_ROWS = {
  'brand.read': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/brand/${room.roomId}`),
  },
  'brand.update': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/brand', ({ room }) => ({ id: room.roomId, ...PLAIN })),
  },
  'introductions.read': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/mailTexts/${room.roomId}`),
  },
  'introductions.update': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/mailTexts', ({ room }) => ({
      id: room.roomId,
      texts: STANDARD_MAILS,
    })),
  },
  'brand.logo': {
    reach: 'joined',
    names: true,
    send: (client, { room }) => fetchBytes(client, `/room/api/room/logo/${room.roomId}/light`),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
