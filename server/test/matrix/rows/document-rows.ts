import { randomUUID } from 'node:crypto'
import type { OperationName } from '../../../../contract/registry.ts'
import type { WireClient } from '../../harness/wire-client.ts'
import { BEFORE_ALL, body, type NamedObjects } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

/** Only the item is foreign, not the room in the body. */
const onSpare =
  (
    method: string,
    path: string,
    fields: Readonly<Record<string, unknown>> | (() => object),
    deleted = false,
  ) =>
  async (client: WireClient, { room }: NamedObjects) => {
    const { id: fileId } = (await room.operator.makeFolder('남는 폴더')).json.payload as {
      id: number
    }
    if (deleted) await room.operator.deleteItem(fileId)
    const { id, roomId } = client.session ?? { id: 1, roomId: 1 }
    return client.call(method, path, {
      body: { fileId, id, roomId, ...(typeof fields === 'function' ? fields() : fields) },
    })
  }

/** Others read the item, so a spare folder is made. */
const ofSpare =
  (path: string, fields = (ids: readonly number[]): object => ({ ids })) =>
  async (client: WireClient, { room }: NamedObjects) => {
    const { id } = (await room.operator.makeFolder('남는 폴더')).json.payload as { id: number }
    return client.call('POST', `/room/api/file/${path}`, {
      body: { ...fields([id]), roomId: client.session?.roomId ?? 1 },
    })
  }

export const DOCUMENT_ROWS = {
  'documents.list': {
    reach: 'agreed',
    names: true,
    send: body('POST', '/room/api/file/file/list', ({ room }) => ({
      keword: '',
      parent: 0,
      roomId: room.roomId,
    })),
  },
  'documents.outline': {
    reach: 'agreed',
    names: true,
    send: body('POST', '/room/api/file/file/outline', ({ room }) => ({
      parent: 0,
      roomId: room.roomId,
      sort: 'name',
      cursor: BEFORE_ALL,
      step: 500,
    })),
  },
  'documents.locate': {
    reach: 'agreed',
    names: true,
    send: body('POST', '/room/api/file/file/locate', ({ itemId }, own) => ({
      fileId: itemId,
      roomId: own.roomId,
    })),
  },
  'documents.chosen': {
    reach: 'agreed',
    names: false,
    send: body('POST', '/room/api/file/items', ({ itemId }, own) => ({
      ids: [itemId],
      roomId: own.roomId,
    })),
  },
  'documents.upload': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => {
      const form = new FormData()
      const fields = {
        id: client.session?.id ?? 1,
        parent: 0,
        roomId: room.roomId,
        typeId: 5,
        folderName: '행렬',
      }
      for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
      return client.call('POST', '/room/api/file/upload', { form })
    },
  },
  'documents.unfinished': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/file/uploads/${room.roomId}`),
  },
  'documents.rename': {
    reach: 'raised',
    names: true,
    send: onSpare('PATCH', '/room/api/file/file/update/edit', () => ({
      name: `새 이름 ${randomUUID()}`,
    })),
  },
  'documents.renameMany': {
    reach: 'raised',
    names: true,
    send: ofSpare('renameMany', ([id]) => ({ renames: [{ id, name: randomUUID() }] })),
  },
  'documents.move': {
    reach: 'raised',
    names: true,
    send: onSpare('PATCH', '/room/api/file/file/update/move', { parent: 0 }),
  },
  'documents.copy': {
    reach: 'raised',
    names: true,
    send: onSpare('PATCH', '/room/api/file/file/update/copy', { name: '사본', parent: 0 }),
  },
  'documents.remove': {
    reach: 'raised',
    names: true,
    send: onSpare('DELETE', '/room/api/file/file/delete', { name: '' }),
  },
  'documents.trash': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/file/trash/${room.roomId}`),
  },
  'documents.restore': {
    reach: 'raised',
    names: true,
    send: onSpare('POST', '/room/api/file/trash/restore', {}, true),
  },
  'documents.measure': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/measure', ({ itemId }, own) => ({
      fileIds: [itemId],
      id: own.id,
      roomId: own.roomId,
    })),
  },
  'documents.destroy': {
    reach: 'raised',
    names: true,
    send: onSpare('POST', '/room/api/file/trash/destroy', {}, true),
  },
  'documents.makeFolders': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/folders', ({ room }, { id }) => ({
      parent: 0,
      paths: ['빈 폴더'],
      id,
      roomId: room.roomId,
    })),
  },
  'documents.conflicts': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/conflicts', ({ room }) => ({
      parent: 0,
      paths: ['a.pdf'],
      roomId: room.roomId,
    })),
  },
  'documents.matches': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/matches', ({ room }) => ({
      within: [0],
      isDeep: true,
      names: ['a.pdf'],
      roomId: room.roomId,
    })),
  },
  'documents.versions': {
    reach: 'raised',
    names: true,
    send: (client, { itemId }) => client.call('GET', `/room/api/file/versions/${itemId}`),
  },
  'documents.restoreVersion': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/versions/restore', ({ itemId }, { id, roomId }) => ({
      fileId: itemId,
      number: 1,
      id,
      roomId,
    })),
  },
  'publishing.publish': { reach: 'raised', names: true, send: ofSpare('publish') },
  'publishing.unpublish': { reach: 'raised', names: true, send: ofSpare('unpublish') },
  'publishing.cancel': { reach: 'raised', names: true, send: ofSpare('publish/cancel') },
  'publishing.check': { reach: 'raised', names: true, send: ofSpare('check') },
  'publishing.staged': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/file/staged/${room.roomId}`),
  },
  'publishing.updateFolder': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) => {
      const fileId = await room.operator.newFolder('남는 폴더')
      return client.call('POST', '/room/api/file/staging', {
        body: { roomId: client.session?.roomId ?? 1, fileId, staging: null },
      })
    },
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
