import type { OperationName } from '../../../../contract/registry.ts'
import type { TestRoom } from '../../harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../harness/wire-client.ts'
import { archivesOf, order, prepared } from '../../scenarios/archives.ts'
import { groupsOf } from '../../scenarios/groups.ts'
import { body, fetchBytes, type NamedObjects } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

async function archiveOf(client: WireClient, { room }: NamedObjects): Promise<number> {
  if (client.session?.roomId === room.roomId) {
    const { json } = await order(client)
    if (json.status === 'OK') return (json.payload as { id: number }).id
    const kept = json.code === 'TOO_MANY_ARCHIVES' ? (await archivesOf(client)).at(0) : undefined
    if (kept) return kept.id
  }
  const [known] = await archivesOf(room.operator)
  return known?.id ?? (await prepared(room.operator)).id
}

export const ARCHIVE_ROWS = {
  'archive.list': {
    reach: 'agreed',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/archive/list/${room.roomId}`),
  },
  'archive.prepare': {
    reach: 'agreed',
    names: true,
    send: (client, { room }) =>
      client.call('POST', '/room/api/archive', {
        body: { roomId: room.roomId, scope: 'own', protection: null },
      }),
  },
  'archive.remove': {
    reach: 'agreed',
    names: true,
    send: async (client, named) => {
      const id = await archiveOf(client, named)
      return body('DELETE', '/room/api/archive', (_, { roomId }) => ({ roomId, id }))(client, named)
    },
  },
} as const satisfies Partial<Record<OperationName, AuthorizationRow>>

async function fix(client: WireClient, room: TestRoom): Promise<WireAnswer> {
  const [{ id: groupId } = { id: 0 }] = await groupsOf(room)
  return client.call('POST', '/room/api/disclosure', { body: { roomId: room.roomId, groupId } })
}

const records = new WeakMap<TestRoom, Promise<number>>()

function recordOf(room: TestRoom): Promise<number> {
  const made =
    records.get(room) ??
    fix(room.operator, room).then(({ json }) => (json.payload as { id: number }).id)
  records.set(room, made)
  return made
}

export const DISCLOSURE_ROWS = {
  'disclosure.index': {
    reach: 'agreed',
    names: true,
    send: (client, { room }) =>
      fetchBytes(client, `/room/api/file/index/${room.roomId}?format=csv`),
  },
  'disclosure.selection': {
    reach: 'agreed',
    names: true,
    send: (client, { room, itemId }) =>
      fetchBytes(client, '/room/api/file/index/selection', {
        roomId: room.roomId,
        format: 'csv',
        ids: [itemId],
      }),
  },
  'disclosure.fix': { reach: 'raised', names: true, send: (client, { room }) => fix(client, room) },
  'disclosure.list': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/disclosure/list/${room.roomId}`),
  },
  'disclosure.file': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) =>
      fetchBytes(client, `/room/api/disclosure/file/${room.roomId}/${await recordOf(room)}`),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
