import type { OperationName } from '../../../../contract/registry.ts'
import { fetchBytes } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

export const ACTIVITY_ROWS = {
  'dashboard.info': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/dashboard/info/${room.roomId}`),
  },
  'dashboard.activity': {
    reach: 'raised',
    names: true,
    send: (client, { room }) =>
      client.call('GET', `/room/api/room/dashboard/activity/${room.roomId}`),
  },
  'dashboard.item': {
    reach: 'raised',
    names: true,
    send: (client, { itemId }) => client.call('GET', `/room/api/room/dashboard/item/${itemId}`),
  },
  'dashboard.person': {
    reach: 'raised',
    names: true,
    send: (client, { room }) =>
      client.call('GET', `/room/api/room/dashboard/person/${room.operator.me.userId}`),
  },
  'activity.list': {
    reach: 'raised',
    names: true,
    send: (client, { room }) =>
      client.call('GET', `/room/api/room/roomActivity/list/${room.roomId}`),
  },
  'activity.detail': {
    reach: 'raised',
    names: true,
    send: (client, { room }) =>
      client.call('POST', `/room/api/room/detailHistory/${room.roomId}`, { body: {} }),
  },
  'activity.own': {
    reach: 'agreed',
    names: false,
    send: (client) => client.call('GET', '/room/api/room/myActivity/list'),
  },
  'activity.users': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/roomUser/list/${room.roomId}`),
  },
  'activity.daily': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/getDailyLogs/${room.roomId}`),
  },
  'activity.checkpoint': {
    reach: 'agreed',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/checkpoint/${room.roomId}`),
  },
  'activity.export': {
    reach: 'raised',
    names: true,
    send: (client, { room }) =>
      fetchBytes(client, `/room/api/room/roomActivity/export/${room.roomId}`, { format: 'json' }),
  },
  'activity.exportOwn': {
    reach: 'agreed',
    names: false,
    send: (client) => fetchBytes(client, '/room/api/room/myActivity/export', { format: 'json' }),
  },
} as const satisfies Partial<Record<OperationName, AuthorizationRow>>
