import { ROLE } from '../../../../contract/core/limits.ts'
import type { OperationName } from '../../../../contract/registry.ts'
import type { TestRoom } from '../../harness/test-app.ts'
import type { WireClient } from '../../harness/wire-client.ts'
import { body, fetchBytes, type NamedObjects } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

/** The thread stays unchanged for other rows. */
const LATER = 999_999

const ownRoom = ({ session }: WireClient): number => session?.roomId ?? 1

const onThread =
  (path: (id: string) => string, fields: object) =>
  (client: WireClient, { threadId }: NamedObjects) =>
    client.call('POST', path(threadId), { body: { ...fields, rev: LATER } })

let made = 0
const another = (): string => {
  made += 1
  return `남는 주제 ${made}`
}

async function writeOwn(client: WireClient) {
  const roomId = ownRoom(client)
  const asked = { roomId, type: 'QUESTION', title: '행렬', text: '내용', state: 'SUBMITTED' }
  if (client.session?.roleId !== ROLE.operator)
    return client.call('POST', '/room/api/thread', { body: asked })
  const group = await client.call('POST', '/room/api/group', { body: { roomId, name: another() } })
  const { id: groupId = 1 } = (group.json.payload ?? {}) as { id?: number }
  return client.call('POST', '/room/api/thread', { body: { ...asked, groupId } })
}

async function spareTopic({ operator, roomId }: TestRoom): Promise<string> {
  const { json } = await operator.call('POST', '/room/api/topic', {
    body: { roomId, name: another() },
  })
  return (json.payload as { id: string }).id
}

async function sharedGroup({ operator, roomId }: TestRoom): Promise<number | undefined> {
  const { json } = await operator.call('POST', '/room/api/group', {
    body: { roomId, name: another() },
  })
  return ((json.payload ?? {}) as { id?: number }).id
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

async function spareFaq({ room, threadId }: NamedObjects): Promise<string> {
  const answer = { title: '제목', question: '질문', answer: '답변' }
  const { json } = await room.operator.call('POST', `/room/api/thread/${threadId}/publish`, {
    body: answer,
  })
  return ((json.payload ?? {}) as { id?: string }).id ?? UNKNOWN
}

export const THREAD_ROWS = {
  'threads.create': { reach: 'agreed', inArea: true, names: false, send: writeOwn },
  'threads.update': {
    reach: 'agreed',
    inArea: true,
    names: true,
    refused: ['THREAD_CHANGED'],
    send: (client, { threadId }) =>
      client.call('POST', '/room/api/thread/update', {
        body: { id: threadId, title: '새 제목', rev: LATER },
      }),
  },
  'threads.list': {
    reach: 'agreed',
    inArea: true,
    names: true,
    send: body('POST', '/room/api/thread/list', ({ room }) => ({ roomId: room.roomId })),
  },
  'threads.read': {
    reach: 'agreed',
    inArea: true,
    names: true,
    send: (client, { threadId }) => client.call('GET', `/room/api/thread/${threadId}`),
  },
  'threads.addEntry': {
    reach: 'agreed',
    inArea: true,
    names: true,
    refused: ['THREAD_CHANGED'],
    send: onThread((id) => `/room/api/thread/${id}/entry`, { text: '내용', kind: 'QUESTION' }),
  },
  'threads.prepareFile': {
    reach: 'agreed',
    inArea: true,
    names: true,
    send: (client, { threadFileId }) =>
      client.call('GET', '/room/api/file/prepareFile', { query: { threadFileId } }),
  },
  'threads.filePage': {
    reach: 'agreed',
    inArea: true,
    names: true,
    send: (client, { threadFileId }) =>
      fetchBytes(client, `/room/api/thread/file/${threadFileId}/page/1`),
  },
  'threads.file': {
    reach: 'agreed',
    inArea: true,
    names: true,
    send: (client, { threadFileId }) => fetchBytes(client, `/room/api/thread/file/${threadFileId}`),
  },
  'threads.move': {
    reach: 'agreed',
    inArea: true,
    names: true,
    refused: ['THREAD_CHANGED'],
    send: onThread((id) => `/room/api/thread/${id}/move`, { to: 'WITHDRAWN' }),
  },
  'threads.fulfil': {
    reach: 'agreed',
    inArea: true,
    names: true,
    refused: ['THREAD_CHANGED'],
    send: (client, { threadId: id }) =>
      client.call('POST', '/room/api/thread/fulfil', {
        body: { id, itemIds: [], text: '답변', state: 'ANSWERED', rev: LATER },
      }),
  },
  'threads.markRead': {
    reach: 'agreed',
    inArea: true,
    names: true,
    send: body('POST', '/room/api/thread/read', ({ room, threadId }) => ({
      roomId: room.roomId,
      ids: [threadId],
    })),
  },
  'threads.batch': {
    reach: 'raised',
    names: true,
    send: (client, { threadId }) =>
      client.call('POST', '/room/api/thread/batch', {
        body: { roomId: ownRoom(client), ids: [threadId], priority: 'HIGH' },
      }),
  },
  'threads.similar': {
    reach: 'agreed',
    inArea: true,
    names: true,
    send: body('POST', '/room/api/thread/similar', ({ room }) => ({
      roomId: room.roomId,
      text: '매출 인식 시점',
    })),
  },
  'threads.summary': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/thread/summary/${room.roomId}`),
  },
  'threads.import': {
    reach: 'agreed',
    inArea: true,
    names: true,
    send: async (client, { room }) => {
      const form = new FormData()
      form.append('roomId', String(room.roomId))
      if (client.session?.roleId === ROLE.operator)
        form.append('groupId', String((await sharedGroup(room)) ?? 1))
      form.append('file', new Blob(['제목,내용\n행렬,내용\n']), 'list.csv')
      return client.call('POST', '/room/api/thread/import', { form })
    },
  },
  'threads.export': {
    reach: 'agreed',
    inArea: true,
    names: true,
    send: (client, { room }) =>
      fetchBytes(client, '/room/api/thread/export', { roomId: room.roomId, format: 'xlsx' }),
  },
  'threads.own': {
    reach: 'agreed',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/thread/own/${room.roomId}`),
  },
  'threads.setMails': {
    reach: 'agreed',
    names: false,
    send: body('PUT', '/room/api/thread/mails', () => ({ mails: 'each' })),
  },
  'threads.views': {
    reach: 'agreed',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/thread/views/${room.roomId}`),
  },
  'threads.saveView': {
    reach: 'agreed',
    names: true,
    send: body('PUT', '/room/api/thread/views', ({ room }) => ({
      roomId: room.roomId,
      name: '행렬',
      filter: null,
    })),
  },
  'threads.settings': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/questions/${room.roomId}`),
  },
  'threads.updateSettings': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/questions', ({ room }) => ({
      id: room.roomId,
      names: false,
    })),
  },
  'threads.setRole': {
    reach: 'raised',
    names: true,
    send: async (client, { spareMemberId }) =>
      client.call('POST', '/room/api/room/user/threadRole', {
        body: {
          roomId: ownRoom(client),
          managementIds: [await spareMemberId()],
          threadRole: 'author',
        },
      }),
  },
  'topics.list': {
    reach: 'agreed',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/topic/list/${room.roomId}`),
  },
  'topics.create': {
    reach: 'raised',
    names: false,
    send: (client) =>
      client.call('POST', '/room/api/topic', {
        body: { roomId: ownRoom(client), name: another() },
      }),
  },
  'topics.fromTemplate': {
    reach: 'raised',
    names: false,
    send: (client) =>
      client.call('POST', '/room/api/topic/template', {
        body: { roomId: ownRoom(client), template: 'real-estate' },
      }),
  },
  'topics.update': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) =>
      client.call('POST', '/room/api/topic/update', {
        body: { id: await spareTopic(room), roomId: ownRoom(client), approval: true },
      }),
  },
  'topics.remove': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) =>
      client.call('POST', '/room/api/topic/remove', {
        body: { id: await spareTopic(room), roomId: ownRoom(client) },
      }),
  },
  'faq.publish': {
    reach: 'raised',
    names: true,
    send: (client, { threadId }) =>
      client.call('POST', `/room/api/thread/${threadId}/publish`, {
        body: { title: '제목', question: '질문', answer: '답변' },
      }),
  },
  'faq.list': {
    reach: 'agreed',
    names: true,
    send: body('POST', '/room/api/faq/list', ({ room }) => ({ roomId: room.roomId })),
  },
  'faq.update': {
    reach: 'raised',
    names: true,
    send: async (client, named) =>
      client.call('POST', '/room/api/faq/update', {
        body: { id: await spareFaq(named), roomId: ownRoom(client), title: '새 제목' },
      }),
  },
  'faq.remove': {
    reach: 'raised',
    names: true,
    send: async (client, named) =>
      client.call('POST', '/room/api/faq/remove', {
        body: { id: await spareFaq(named), roomId: ownRoom(client) },
      }),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
