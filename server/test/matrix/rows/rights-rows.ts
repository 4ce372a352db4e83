import type { OperationName } from '../../../../contract/registry.ts'
import type { TestRoom } from '../../harness/test-app.ts'
import { body, fetchBytes } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

const idsOf = async ({ operator, roomId }: TestRoom): Promise<number[]> =>
  (
    (await operator.call('GET', `/room/api/group/list/${roomId}`)).json.payload as { id: number }[]
  ).map(({ id }) => id)

let made = 0

async function spareGroup({ operator, roomId }: TestRoom): Promise<number> {
  made += 1
  const answer = await operator.call('POST', '/room/api/group', {
    body: { roomId, name: `남는 그룹 ${made}` },
  })
  return (answer.json.payload as { id: number }).id
}

/** Databases share room numbers, so rooms are keys. */
const matrices = new WeakMap<TestRoom, Promise<Blob>>()

/** Writing a matrix takes a process. */
function matrixOf(room: TestRoom): Promise<Blob> {
  const { operator, roomId } = room
  const matrix =
    matrices.get(room) ??
    operator.fetch('GET', `/room/api/grant/matrix/${roomId}`).then((answer) => answer.blob())
  matrices.set(room, matrix)
  return matrix
}

const ownRoom = (session: { roomId: number } | undefined) => session?.roomId ?? 1

export const RIGHTS_ROWS = {
  'rights.groups': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/group/list/${room.roomId}`),
  },
  'rights.createGroup': {
    reach: 'raised',
    names: false,
    send: (client) => {
      made += 1
      return client.call('POST', '/room/api/group', {
        body: { roomId: ownRoom(client.session), name: `새 그룹 ${made}` },
      })
    },
  },
  'rights.updateGroup': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) =>
      client.call('POST', '/room/api/group/update', {
        body: { id: await spareGroup(room), roomId: ownRoom(client.session), color: 'blue' },
      }),
  },
  'rights.moveMembers': {
    reach: 'raised',
    names: true,
    send: async (client, { room, spareMemberId }) => {
      const managementIds = [await spareMemberId()]
      const [id] = await idsOf(room)
      return client.call('POST', '/room/api/group/members', {
        body: { id, roomId: ownRoom(client.session), managementIds },
      })
    },
  },
  'rights.removeGroup': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) => {
      const [into] = await idsOf(room)
      return client.call('POST', '/room/api/group/remove', {
        body: { id: await spareGroup(room), roomId: ownRoom(client.session), into },
      })
    },
  },
  'rights.grants': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/grant/list/${room.roomId}`),
  },
  'rights.grant': {
    reach: 'raised',
    names: true,
    send: async (client, { room, itemId }) => {
      const changes = [{ groupId: await spareGroup(room), itemId, level: 'view' }]
      return client.call('POST', '/room/api/grant', {
        body: { roomId: ownRoom(client.session), changes },
      })
    },
  },
  'submissions.dropFolders': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/drop/list/${room.roomId}`),
  },
  'submissions.updateDropFolder': {
    reach: 'raised',
    names: true,
    send: async (client, { room, folderId: fileId }) => {
      const groups = [{ groupId: await spareGroup(room), isAllowed: true }]
      return client.call('POST', '/room/api/drop/update', {
        body: { roomId: ownRoom(client.session), fileId, groups },
      })
    },
  },
  'submissions.own': {
    reach: 'agreed',
    names: true,
    send: (client, { room, folderId }) =>
      client.call('GET', `/room/api/drop/submissions/${room.roomId}?folderId=${folderId}`),
  },
  'rights.preview': {
    reach: 'raised',
    names: true,
    send: async (client, { room, itemId }) => {
      const [groupId] = await idsOf(room)
      const changes = [{ groupId, itemId, level: 'view' }]
      return client.call('POST', '/room/api/grant/preview', {
        body: { roomId: ownRoom(client.session), changes },
      })
    },
  },
  'rights.effective': {
    reach: 'raised',
    names: true,
    send: (client, { itemId }) =>
      client.call('GET', '/room/api/grant/effective', {
        query: { roomId: ownRoom(client.session), itemId },
      }),
  },
  'rights.reach': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/grant/reach', ({ memberId }, own) => ({
      roomId: own.roomId,
      roomManagerId: memberId,
      parent: 0,
    })),
  },
  'rights.rows': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) => {
      const [groupId] = await idsOf(room)
      return client.call('POST', '/room/api/grant/rows', {
        body: { roomId: ownRoom(client.session), isGranted: true, groupId },
      })
    },
  },
  'rights.exportMatrix': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => fetchBytes(client, `/room/api/grant/matrix/${room.roomId}`),
  },
  'rights.importMatrix': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) => {
      const form = new FormData()
      form.append('file', await matrixOf(room), 'matrix.xlsx')
      return client.call('POST', `/room/api/grant/matrix/${room.roomId}`, { form })
    },
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
