import type { OperationName } from '../../../contract/registry.ts'
import type { TestRoom } from '../harness/test-app.ts'
import type { Answer, WireClient } from '../harness/wire-client.ts'
import { groupsOf } from '../scenarios/groups.ts'
import { fetchBytes } from './authorization-calls.ts'
import type { Row } from './authorization-row.ts'

async function fix(client: WireClient, room: TestRoom): Promise<Answer> {
  const [{ id: groupId } = { id: 0 }] = await groupsOf(room)
  return client.call('POST', '/room/api/disclosure', { body: { roomId: room.roomId, groupId } })
}

const records = new WeakMap<TestRoom, Promise<number>>()

/** One of the room, made once. */
function recordOf(room: TestRoom): Promise<number> {
  const made = records.get(room) ?? fix(room.operator, room).then(({ json }) => (json.payload as { id: number }).id)
  records.set(room, made)
  return made
}

export const DISCLOSURE_ROWS = {
  'disclosure.index': {
    reach: 'agreed',
    names: true,
    send: (client, { room }) => fetchBytes(client, `/room/api/file/index/${room.roomId}?format=csv`),
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
    send: async (client, { room }) => fetchBytes(client, `/room/api/disclosure/file/${room.roomId}/${await recordOf(room)}`),
  },
} satisfies Partial<Record<OperationName, Row>>
