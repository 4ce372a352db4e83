import { randomUUID } from 'node:crypto'
import type { OperationName } from '../../../../contract/registry.ts'
import { askStructure, expectDocuments, saveTemplate } from '../../scenarios/structures.ts'
import { body } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

let saved = 0

const ofExpected =
  (call: string, fields: (id: number) => object): AuthorizationRow['send'] =>
  async (client, { room }) => {
    const { added } = await expectDocuments(room.operator, [randomUUID()])
    return client.call('POST', `/room/api/file/expected/${call}`, {
      body: { roomId: room.roomId, ...fields(added[0]?.id ?? 0) },
    })
  }

export const INDEX_ROWS = {
  // The answer reveals nothing about the room.
  'documents.stop': {
    reach: 'raised',
    names: false,
    refused: ['NOT_FOUND'],
    send: body('POST', '/room/api/file/stop', ({ room }) => ({
      roomId: room.roomId,
      act: randomUUID(),
    })),
  },
  'numbering.update': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/room/update/index', ({ room }) => ({
      id: room.roomId,
      numbering: 'live',
    })),
  },
  'numbering.order': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) => {
      const id = await room.operator.newFolder('옮길 폴더')
      await room.operator.call('POST', '/room/api/room/update/index', {
        body: { id: room.roomId, numbering: 'live' },
      })
      return client.call('POST', '/room/api/file/order', {
        body: { roomId: room.roomId, parent: 0, ids: [id], before: null },
      })
    },
  },
  'numbering.renumber': {
    reach: 'raised',
    names: true,
    refused: ['NUMBERING_OFF'],
    send: body('POST', '/room/api/file/renumber', ({ room }) => ({
      roomId: room.roomId,
      parent: 0,
    })),
  },
  'numbering.undo': {
    reach: 'raised',
    names: true,
    refused: ['NUMBERS_CHANGED'],
    send: body('POST', '/room/api/room/index/undo', ({ room }) => ({
      roomId: room.roomId,
      undo: 1_000_000_000,
    })),
  },
  'numbering.find': {
    reach: 'agreed',
    names: true,
    send: async (client, { room }) => {
      await room.operator.call('POST', '/room/api/room/update/index', {
        body: { id: room.roomId, numbering: 'live' },
      })
      return client.call('POST', '/room/api/file/index/find', {
        body: { roomId: room.roomId, number: '1' },
      })
    },
  },
  'numbering.spot': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) => {
      await room.operator.call('POST', '/room/api/room/update/index', {
        body: { id: room.roomId, numbering: 'live' },
      })
      return client.call('POST', '/room/api/file/index/spot', {
        body: { roomId: room.roomId, number: '1' },
      })
    },
  },
  'structures.create': {
    reach: 'raised',
    names: true,
    send: (client, { room }) =>
      askStructure(client, { roomId: room.roomId, file: '단계,이름\n1,표의 폴더\n' }),
  },
  'structures.undo': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/structure/undo', ({ room }) => ({
      roomId: room.roomId,
      folders: [],
      expected: [],
    })),
  },
  'structures.templates': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/file/template/list/${room.roomId}`),
  },
  'structures.saveTemplate': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) => {
      await room.operator.makeFolder('템플릿의 폴더')
      saved += 1
      return client.call('POST', '/room/api/file/template', {
        body: { roomId: room.roomId, parent: 0, name: `템플릿 ${saved}` },
      })
    },
  },
  'structures.removeTemplate': {
    reach: 'raised',
    names: true,
    send: async (client, named) => {
      await named.room.operator.makeFolder('템플릿의 폴더')
      saved += 1
      const { json } = await saveTemplate(named.room.operator, `지울 템플릿 ${saved}`)
      const { id } = json.payload as { id: string }
      return body('POST', '/room/api/file/template/remove', (_, { roomId }) => ({ roomId, id }))(
        client,
        named,
      )
    },
  },
  'expected.list': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/file/expected/list/${room.roomId}`),
  },
  'expected.add': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/expected', ({ room }) => ({
      roomId: room.roomId,
      parent: 0,
      names: [randomUUID()],
    })),
  },
  'expected.update': {
    reach: 'raised',
    names: true,
    send: ofExpected('update', (id) => ({ id, name: randomUUID() })),
  },
  'expected.remove': {
    reach: 'raised',
    names: true,
    send: ofExpected('remove', (id) => ({ ids: [id] })),
  },
  'expected.fulfil': {
    reach: 'raised',
    names: true,
    send: ofExpected('fulfil', (id) => ({ id, itemId: null })),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
