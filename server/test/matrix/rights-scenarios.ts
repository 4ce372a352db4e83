import type { OperationName } from '../../../contract/registry.ts'
import type { Answer, WireClient } from '../harness/wire-client.ts'
import { enter, write, written } from '../scenarios/threads.ts'
import { BEFORE_ALL, fetchBytes, type Named, sendMessage } from './authorization-calls.ts'
import { ROWS } from './authorization-rows.ts'

/** An item, and what was had of it while it was visible. */
export interface Target {
  readonly context: Named
  readonly itemId: number
  readonly filename: string
  readonly lease: string
  readonly ticket: string
}

export interface Naming {
  /** What names the item: its id or file name, a folder's id, a lease or a ticket. */
  readonly by: 'item' | 'folder' | 'lease' | 'ticket'
  readonly send: (client: WireClient, target: Target) => Promise<Answer>
}

/**
 * `list` gives items, names or counts without naming one. `own` gives or ends what the person did or wrote, under the names of then. `nothing`
 * takes and gives none. `operators` is refused to participants.
 */
type Scenario = Naming | 'list' | 'own' | 'nothing' | 'operators'

const named =
  (name: OperationName): Naming['send'] =>
  (client, { context, itemId, filename }) =>
    ROWS[name].send(client, { ...context, itemId, filename })

const inFolder =
  (call: 'list' | 'outline', fields: object): Naming['send'] =>
  (client, { itemId: parent }) =>
    client.call('POST', `/room/api/file/file/${call}`, { body: { ...fields, parent, roomId: client.me.roomId } })

const ofLease =
  (rest: string): Naming['send'] =>
  (client, { lease }) =>
    fetchBytes(client, `/room/api/file/view/${lease}${rest}`)

/** What a participant meets in each call. A new operation without a row does not compile. */
export const SCENARIOS: Record<OperationName, Scenario> = {
  'session.join': 'nothing',
  'session.joinByPath': 'nothing',
  'session.joinByLink': 'nothing',
  'session.prove': 'nothing',
  'session.mailStepCode': 'nothing',
  'session.findPin': 'nothing',
  'session.findPinByGet': 'nothing',
  'session.agree': 'nothing',
  'session.rights': 'nothing',
  'session.logout': 'nothing',
  'session.raise': 'operators',
  'session.findCode': 'operators',
  'session.alive': 'nothing',
  'session.events': 'list',
  'session.list': 'nothing',
  'session.endOne': 'nothing',
  'session.endOthers': 'nothing',
  'session.viewAs': 'operators',
  'guides.closed': 'nothing',
  'guides.close': 'nothing',
  'passkeys.state': 'operators',
  'passkeys.raiseOptions': 'operators',
  'passkeys.raise': 'operators',
  'passkeys.list': 'operators',
  'passkeys.registerOptions': 'operators',
  'passkeys.register': 'operators',
  'passkeys.rename': 'operators',
  'passkeys.remove': 'operators',
  'rooms.info': 'list',
  'rooms.updateName': 'operators',
  'rooms.updateToggles': 'operators',
  'rooms.updateWatermarkStyle': 'operators',
  'rooms.updateViewing': 'operators',
  'rooms.updateEntering': 'operators',
  'rooms.updateReporting': 'operators',
  'rooms.readReadingLimits': 'operators',
  'rooms.updateReadingLimits': 'operators',
  'ending.read': 'operators',
  'ending.schedule': 'operators',
  'ending.move': 'operators',
  'ending.ask': 'operators',
  'ending.confirm': 'operators',
  'ending.withdraw': 'operators',
  'dashboard.info': 'operators',
  'dashboard.activity': 'operators',
  'dashboard.item': 'operators',
  'dashboard.person': 'operators',
  'activity.list': 'operators',
  'activity.detail': 'operators',
  'activity.own': 'own',
  'activity.users': 'operators',
  'activity.daily': 'operators',
  'activity.checkpoint': 'own',
  'activity.export': 'operators',
  'activity.exportOwn': 'own',
  'members.list': 'operators',
  'members.invite': 'operators',
  'members.inviteAgain': 'operators',
  'members.showPin': 'operators',
  'members.ownName': 'operators',
  'members.ownEmail': 'operators',
  'members.confirmEmail': 'operators',
  'members.update': 'operators',
  'members.setRight': 'operators',
  'rights.groups': 'operators',
  'rights.createGroup': 'operators',
  'rights.updateGroup': 'operators',
  'rights.moveMembers': 'operators',
  'rights.removeGroup': 'operators',
  'rights.grants': 'operators',
  'rights.grant': 'operators',
  'rights.preview': 'operators',
  'rights.effective': 'operators',
  'rights.reach': 'operators',
  'rights.rows': 'operators',
  'rights.exportMatrix': 'operators',
  'rights.importMatrix': 'operators',
  'members.setRights': 'operators',
  'members.setRole': 'operators',
  'members.endSessions': 'operators',
  'members.failedMails': 'operators',
  'members.renewMail': 'operators',
  'members.dismissMail': 'operators',
  'members.remove': 'operators',
  'members.removeByGet': 'operators',
  'documents.list': { by: 'folder', send: inFolder('list', { keword: '' }) },
  'documents.outline': { by: 'folder', send: inFolder('outline', { cursor: BEFORE_ALL, step: 1 }) },
  'documents.locate': { by: 'item', send: named('documents.locate') },
  'documents.upload': 'operators',
  'documents.makeFolders': 'operators',
  'documents.unfinished': 'operators',
  'uploads.capabilities': 'operators',
  'uploads.create': 'operators',
  'uploads.state': 'operators',
  'uploads.append': 'operators',
  'uploads.terminate': 'operators',
  'documents.rename': 'operators',
  'documents.move': 'operators',
  'documents.copy': 'operators',
  'documents.remove': 'operators',
  'documents.trash': 'operators',
  'documents.restore': 'operators',
  'documents.destroy': 'operators',
  'documents.measure': 'operators',
  'documents.conflicts': 'operators',
  'documents.versions': 'operators',
  'documents.restoreVersion': 'operators',
  'renditions.open': { by: 'item', send: named('renditions.open') },
  'renditions.manifest': { by: 'lease', send: ofLease('') },
  'renditions.page': { by: 'lease', send: ofLease('/pages/1') },
  'renditions.text': { by: 'lease', send: ofLease('/pages/1/text') },
  'renditions.links': { by: 'lease', send: ofLease('/pages/1/links') },
  'renditions.find': { by: 'lease', send: ofLease('/find?q=page') },
  'renditions.unlock': { by: 'lease', send: (client, { lease }) => client.unlock(lease, 'x') },
  'renditions.report': { by: 'lease', send: (client, { lease }) => client.report({ type: 'capture', name: lease, page: 1 }) },
  'renditions.close': 'own',
  'renditions.original': { by: 'item', send: named('renditions.original') },
  'renditions.retryPreview': 'operators',
  'renditions.zip': { by: 'item', send: named('renditions.zip') },
  'renditions.ticket': { by: 'item', send: named('renditions.ticket') },
  'renditions.prepareTicket': {
    by: 'ticket',
    send: (client, { ticket }) => fetchBytes(client, '/room/api/file/ticket/prepare', { ticket }),
  },
  'renditions.fetchTicket': { by: 'ticket', send: (client, { ticket }) => fetchBytes(client, `/room/api/file/ticket/${ticket}`) },
  'renditions.load': { by: 'item', send: named('renditions.load') },
  'renditions.watermarked': { by: 'item', send: named('renditions.watermarked') },
  'search.contents': 'list',
  'messages.sendByUser': {
    by: 'item',
    send: (client, { context, itemId }) => sendMessage('sendByUser', { title: '문의', itemId })(client, context),
  },
  'messages.getRoomUsers': 'operators',
  'messages.sendByManager': 'operators',
  'messages.attachFileMail': 'operators',
  'messages.sent': 'own',
  'messages.sentOne': 'own',
  'messages.sendAgain': 'own',
  'messages.file': 'own',
  'messages.fileTicket': 'own',
  'drafts.read': 'own',
  'drafts.keep': 'own',
  'drafts.drop': 'own',
  'threads.create': { by: 'item', send: (client, { itemId }) => write(client, { links: [{ itemId }] }) },
  'threads.update': {
    by: 'item',
    send: async (client, { itemId }) => {
      const { id } = await written(client, { state: 'DRAFT' })
      return client.call('POST', '/room/api/thread/update', { body: { id, links: [{ itemId }] } })
    },
  },
  'threads.list': 'own',
  'threads.read': 'own',
  'threads.addEntry': {
    by: 'item',
    send: async (client, { itemId }) => enter(client, (await written(client)).id, 'QUESTION', '추가 질의', { links: [{ itemId }] }),
  },
  'threads.prepareFile': 'own',
  'threads.filePage': 'own',
  'threads.file': 'own',
  'threads.move': 'own',
  'threads.fulfil': 'own',
  'threads.markRead': 'own',
  'threads.batch': 'operators',
  'threads.similar': 'own',
  'threads.summary': 'operators',
  'threads.own': 'own',
  'threads.import': 'own',
  'threads.export': 'own',
  'threads.setMails': 'own',
  'threads.views': 'own',
  'threads.saveView': 'own',
  'threads.settings': 'operators',
  'threads.updateSettings': 'operators',
  'threads.setRole': 'operators',
  'topics.list': 'nothing',
  'topics.create': 'operators',
  'topics.fromTemplate': 'operators',
  'topics.update': 'operators',
  'topics.remove': 'operators',
  'faq.publish': 'operators',
  'faq.list': 'nothing',
  'faq.update': 'operators',
  'faq.remove': 'operators',
  'compose.upload': 'operators',
  'compose.adopt': 'operators',
  'compose.updateUpload': 'operators',
  'compose.addDocInfo': 'operators',
  'compose.removeDocInfo': 'operators',
  'compose.documents': 'operators',
  'compose.get': 'operators',
  'compose.addInvite': 'operators',
  'compose.addInviteAll': 'operators',
  'compose.addInviteBulk': 'operators',
  'compose.remind': 'operators',
  'compose.cancel': 'operators',
  'compose.copy': 'operators',
  'compose.remove': 'operators',
  'compose.sealAgain': 'operators',
  'compose.keep': 'operators',
  'compose.source': 'operators',
  'compose.result': 'operators',
  'compose.uploadImage': 'operators',
  'compose.image': 'operators',
  'compose.certificate': 'nothing',
  'archive.list': 'list',
  'archive.prepare': 'list',
  'archive.remove': 'list',
  'signing.state': 'nothing',
  'signing.file': 'nothing',
  'signing.image': 'nothing',
  'signing.open': 'nothing',
  'signing.complete': 'nothing',
  'signing.decline': 'nothing',
}
