import { randomUUID } from 'node:crypto'
import type { OperationName } from '../../../contract/registry.ts'
import { CONSOLE_ROWS } from '../console/authorization-rows-of-console.ts'
import { WireClient } from '../harness/wire-client.ts'
import { PROGRAM_ROWS } from '../programs/authorization-rows-of-programs.ts'
import { HUGE_READING_LIMITS } from '../scenarios/reading-limits.ts'
import { wrongPin } from '../scenarios/wrong-pin.ts'
import { SECOND_STEP_ROWS } from '../second-step/authorization-rows-of-second-step.ts'
import { SIGN_ON_ROWS } from '../sign-on/authorization-rows-of-sign-on.ts'
import { BEFORE_ALL, body, fetchBytes, leaseOf, type NamedObjects, ownLease, postForBytes, ticketOf } from './authorization-calls.ts'
import type { AuthorizationRow } from './authorization-row.ts'
import { ACTIVITY_ROWS } from './authorization-rows-of-activity.ts'
import { ARCHIVE_ROWS, DISCLOSURE_ROWS } from './authorization-rows-of-archives.ts'
import { COMPOSE_ROWS } from './authorization-rows-of-compose.ts'
import { ENDING_ROWS } from './authorization-rows-of-ending.ts'
import { INDEX_ROWS } from './authorization-rows-of-index.ts'
import { MEMBER_ROWS } from './authorization-rows-of-members.ts'
import { MESSAGE_ROWS } from './authorization-rows-of-messages.ts'
import { NEWS_ROWS } from './authorization-rows-of-news.ts'
import { OWN_ROOM_ROWS, PASSKEY_ROWS } from './authorization-rows-of-passkeys.ts'
import { RIGHTS_ROWS } from './authorization-rows-of-rights.ts'
import { SIGNING_ROWS } from './authorization-rows-of-signing.ts'
import { THREAD_ROWS } from './authorization-rows-of-threads.ts'
import { AGREEMENT_ROWS } from './rooms/agreement-rows.ts'
import { BRAND_ROWS } from './rooms/brand-rows.ts'
import { UPLOAD_ROWS } from './uploads/upload-rows.ts'

/** Only the item is foreign, not the room in the body. */
const onSpare =
  (method: string, path: string, fields: Readonly<Record<string, unknown>> | (() => object), deleted = false) =>
  async (client: WireClient, { room }: NamedObjects) => {
    const { id: fileId } = (await room.operator.makeFolder('남는 폴더')).json.payload as { id: number }
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
    return client.call('POST', `/room/api/file/${path}`, { body: { ...fields([id]), roomId: client.session?.roomId ?? 1 } })
  }

export const ROWS: Record<OperationName, AuthorizationRow> = {
  'session.join': {
    reach: 'public',
    names: false,
    refused: ['PIN_REFUSED'],
    send: body('POST', '/room/api/room/join', () => ({ pin: wrongPin() })),
  },
  'session.joinByPath': {
    reach: 'public',
    names: false,
    refused: ['PIN_REFUSED'],
    send: (client) => client.call('POST', `/room/api/room/join/${wrongPin()}`),
  },
  'session.joinByLink': {
    reach: 'public',
    names: false,
    refused: ['LINK_REFUSED'],
    send: body('POST', '/room/api/room/join/link', () => ({ token: 'x' })),
  },
  'session.prove': {
    reach: 'unproven',
    names: false,
    refused: ['STEP_REFUSED'],
    send: body('POST', '/room/api/room/join/step', () => ({ code: '00000000' })),
  },
  'session.mailStepCode': { reach: 'unproven', names: false, send: (client) => client.mailStepCode() },
  'session.findPin': {
    reach: 'public',
    names: false,
    refused: ['EMAIL_UNREGISTERED'],
    send: body('POST', '/room/admin/auth/comm/findPin', () => ({ email: 'nobody@example.com' })),
  },
  'session.findPinByGet': {
    reach: 'public',
    names: false,
    refused: ['EMAIL_UNREGISTERED'],
    send: (client) => client.call('GET', '/room/admin/auth/comm/findPin/nobody@example.com'),
  },
  'session.agree': {
    reach: 'joined',
    names: false,
    send: (client) => client.call('POST', '/room/api/room/checkAgree', { query: { id: client.session?.id ?? 1 } }),
  },
  'session.rights': {
    reach: 'agreed',
    names: false,
    send: body('POST', '/room/api/room/toggle', (_, own) => ({ managementId: own.id, roomId: own.roomId, userId: own.userId })),
  },
  'session.logout': { reach: 'unproven', names: false, send: (client) => client.call('POST', '/room/api/room/logout') },
  'session.raise': {
    reach: 'operator',
    names: false,
    send: body('POST', '/room/admin/auth/comm/checkManagerPin', (_, own) => ({ code: 'x', roomId: own.roomId, userId: own.userId })),
  },
  // Another room's number keeps the other actors' codes valid.
  'session.findCode': {
    reach: 'operator',
    names: false,
    refused: ['NOT_FOUND'],
    send: body('POST', '/room/admin/auth/comm/findCode', (_, own) => ({ roomNo: '0000-0000', userId: own.userId })),
  },
  'session.alive': { reach: 'agreed', names: false, send: (client) => client.call('POST', '/room/api/room/alive') },
  'session.events': {
    reach: 'agreed',
    names: false,
    send: (client) => fetchBytes(client, '/room/api/room/events'),
  },
  'session.list': { reach: 'agreed', names: false, send: (client) => client.call('GET', '/room/api/room/sessions') },
  'session.endOne': {
    reach: 'agreed',
    names: false,
    send: async (client) => client.endSession((await client.sessions()).find(({ current }) => current)?.id ?? 1),
  },
  'session.endOthers': {
    reach: 'agreed',
    names: false,
    async send(client, { room }) {
      const answer = await client.call('POST', '/room/api/room/sessions/endOthers')
      await room.operator.join(room.pin)
      await room.operator.agree()
      await room.operator.elevate(room.code)
      return answer
    },
  },
  'session.viewAs': { reach: 'raised', names: true, send: (client, { memberId }) => client.viewAs(memberId) },
  'guides.closed': { reach: 'agreed', names: false, send: (client) => client.call('GET', '/room/api/room/guides') },
  'guides.close': { reach: 'agreed', names: false, send: body('POST', '/room/api/room/guides/close', () => ({ card: 'viewing' })) },
  'preferences.read': { reach: 'agreed', names: false, send: (client) => client.call('GET', '/room/api/session/preferences') },
  'preferences.update': { reach: 'agreed', names: false, send: body('PUT', '/room/api/session/preferences', () => ({ pace: 'each' })) },
  'rooms.info': { reach: 'joined', names: true, send: (client, { room }) => client.call('GET', `/room/api/room/info/${room.roomId}`) },
  ...BRAND_ROWS,
  ...AGREEMENT_ROWS,
  ...ACTIVITY_ROWS,
  ...ARCHIVE_ROWS,
  ...COMPOSE_ROWS,
  ...ENDING_ROWS,
  ...SIGNING_ROWS,
  'rooms.updateName': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/room/update/name', ({ room }) => ({ id: room.roomId, roomName: '새 이름' })),
  },
  'rooms.updateToggles': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/toggle', ({ room }) => ({ id: room.roomId, noti: true, watermark: false })),
  },
  'rooms.updateWatermarkStyle': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/watermark', ({ room }) => ({ id: room.roomId, density: 'dense', strength: 80 })),
  },
  'rooms.updateViewing': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/viewing', ({ room }) => ({ id: room.roomId, strict: true })),
  },
  // Other actors must still be able to enter.
  'rooms.updateEntering': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/entering', ({ room }) => ({ id: room.roomId, secondStep: false })),
  },
  'rooms.updateCrossing': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/crossing', ({ room }) => ({ id: room.roomId, crossing: true })),
  },
  'rooms.updateReporting': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/reporting', ({ room }) => ({ id: room.roomId, dailyMail: true })),
  },
  'rooms.updateStaging': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/staging', ({ room }) => ({ id: room.roomId, staging: false })),
  },
  'rooms.readReadingLimits': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/readingLimits/${room.roomId}`),
  },
  'rooms.updateReadingLimits': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/readingLimits', ({ room }) => ({ id: room.roomId, ...HUGE_READING_LIMITS })),
  },
  'documents.list': {
    reach: 'agreed',
    names: true,
    send: body('POST', '/room/api/file/file/list', ({ room }) => ({ keword: '', parent: 0, roomId: room.roomId })),
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
    send: body('POST', '/room/api/file/file/locate', ({ itemId }, own) => ({ fileId: itemId, roomId: own.roomId })),
  },
  'documents.chosen': {
    reach: 'agreed',
    names: false,
    send: body('POST', '/room/api/file/items', ({ itemId }, own) => ({ ids: [itemId], roomId: own.roomId })),
  },
  'documents.upload': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => {
      const form = new FormData()
      const fields = { id: client.session?.id ?? 1, parent: 0, roomId: room.roomId, typeId: 5, folderName: '행렬' }
      for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
      return client.call('POST', '/room/api/file/upload', { form })
    },
  },
  'documents.unfinished': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/file/uploads/${room.roomId}`),
  },
  ...UPLOAD_ROWS,
  'documents.rename': {
    reach: 'raised',
    names: true,
    send: onSpare('PATCH', '/room/api/file/file/update/edit', () => ({ name: `새 이름 ${randomUUID()}` })),
  },
  'documents.renameMany': {
    reach: 'raised',
    names: true,
    send: ofSpare('renameMany', ([id]) => ({ renames: [{ id, name: randomUUID() }] })),
  },
  'documents.move': { reach: 'raised', names: true, send: onSpare('PATCH', '/room/api/file/file/update/move', { parent: 0 }) },
  'documents.copy': {
    reach: 'raised',
    names: true,
    send: onSpare('PATCH', '/room/api/file/file/update/copy', { name: '사본', parent: 0 }),
  },
  'documents.remove': { reach: 'raised', names: true, send: onSpare('DELETE', '/room/api/file/file/delete', { name: '' }) },
  'documents.trash': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/file/trash/${room.roomId}`),
  },
  'documents.restore': { reach: 'raised', names: true, send: onSpare('POST', '/room/api/file/trash/restore', {}, true) },
  'documents.measure': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/measure', ({ itemId }, own) => ({ fileIds: [itemId], id: own.id, roomId: own.roomId })),
  },
  'documents.destroy': { reach: 'raised', names: true, send: onSpare('POST', '/room/api/file/trash/destroy', {}, true) },
  'documents.makeFolders': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/folders', ({ room }, { id }) => ({ parent: 0, paths: ['빈 폴더'], id, roomId: room.roomId })),
  },
  ...NEWS_ROWS,
  ...INDEX_ROWS,
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
      return client.call('POST', '/room/api/file/staging', { body: { roomId: client.session?.roomId ?? 1, fileId, staging: null } })
    },
  },
  'documents.conflicts': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/conflicts', ({ room }) => ({ parent: 0, paths: ['a.pdf'], roomId: room.roomId })),
  },
  'documents.matches': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/matches', ({ room }) => ({ within: [0], isDeep: true, names: ['a.pdf'], roomId: room.roomId })),
  },
  'documents.versions': {
    reach: 'raised',
    names: true,
    send: (client, { itemId }) => client.call('GET', `/room/api/file/versions/${itemId}`),
  },
  'documents.restoreVersion': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/versions/restore', ({ itemId }, { id, roomId }) => ({ fileId: itemId, number: 1, id, roomId })),
  },
  'renditions.open': {
    reach: 'agreed',
    names: true,
    send: (client, { itemId }) => client.call('GET', `/room/api/file/prepareFile/${itemId}`),
  },
  'renditions.manifest': { reach: 'agreed', names: true, send: (client, named) => ownLease(client, named, '') },
  'renditions.page': { reach: 'agreed', names: true, send: (client, named) => ownLease(client, named, '/pages/1') },
  'renditions.text': { reach: 'agreed', names: true, send: (client, named) => ownLease(client, named, '/pages/1/text') },
  'renditions.links': { reach: 'agreed', names: true, send: (client, named) => ownLease(client, named, '/pages/1/links') },
  'renditions.find': { reach: 'agreed', names: true, send: (client, named) => ownLease(client, named, '/find?q=page') },
  'renditions.unlock': { reach: 'agreed', names: true, send: async (client, named) => client.unlock(await leaseOf(client, named), 'x') },
  'renditions.report': {
    reach: 'agreed',
    names: true,
    send: async (client, named) => client.report({ type: 'capture', name: await leaseOf(client, named), page: 1 }),
  },
  'renditions.close': {
    reach: 'agreed',
    names: true,
    send: async (client, named) => client.call('GET', `/room/api/file/removeTempFile/${await leaseOf(client, named)}`),
  },
  'renditions.retryPreview': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/file/preview/retry', ({ itemId }, { id, roomId }) => ({ fileId: itemId, id, roomId })),
  },
  'renditions.original': { reach: 'agreed', names: true, send: (client, { filename }) => fetchBytes(client, `/room/api/file/${filename}`) },
  'renditions.zip': { reach: 'agreed', names: true, send: postForBytes('/room/api/file/zip', ({ itemId }) => ({ fileIds: [itemId] })) },
  'renditions.ticket': {
    reach: 'agreed',
    names: true,
    send: body('POST', '/room/api/file/ticket', ({ itemId }) => ({ fileIds: [itemId], kind: 'download' })),
  },
  'renditions.prepareTicket': {
    reach: 'agreed',
    names: true,
    send: async (client, named) => fetchBytes(client, '/room/api/file/ticket/prepare', { ticket: await ticketOf(client, named) }),
  },
  // The token in the URL is the credential.
  'renditions.fetchTicket': {
    reach: 'public',
    names: true,
    send: async ({ base }, named) =>
      fetchBytes(new WireClient(base), `/room/api/file/ticket/${await ticketOf(named.room.operator, named)}`),
  },
  'renditions.load': {
    reach: 'agreed',
    names: true,
    send: postForBytes('/room/api/file/load', ({ itemId }) => ({ fileId: itemId, type: 1 })),
  },
  'renditions.watermarked': {
    reach: 'agreed',
    names: true,
    send: postForBytes('/room/api/file/watermarked/download', ({ itemId }) => ({ fileId: itemId, watermarkText: 'x' }), false),
  },
  'search.contents': {
    reach: 'agreed',
    names: false,
    send: body('POST', '/room/api/file/search', (_, own) => ({ keword: 'words', roomId: own.roomId })),
  },
  ...MEMBER_ROWS,
  ...MESSAGE_ROWS,
  ...OWN_ROOM_ROWS,
  ...PASSKEY_ROWS,
  ...RIGHTS_ROWS,
  ...SIGN_ON_ROWS,
  ...SECOND_STEP_ROWS,
  ...PROGRAM_ROWS,
  ...CONSOLE_ROWS,
  ...THREAD_ROWS,
  ...DISCLOSURE_ROWS,
}
