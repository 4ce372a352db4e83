import { SPREADSHEET } from '../../../contract/features/groups/rights-matrix.ts'
import * as faq from '../../../contract/features/threads/faq.ts'
import * as exchange from '../../../contract/features/threads/thread-exchange.ts'
import * as files from '../../../contract/features/threads/thread-files.ts'
import * as settings from '../../../contract/features/threads/thread-settings.ts'
import * as views from '../../../contract/features/threads/thread-views.ts'
import * as contract from '../../../contract/features/threads/threads.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { addEntry } from './add-entry.ts'
import { exportThreads } from './exchange/export-threads.ts'
import { type ImportParts, importThreads } from './exchange/import-threads.ts'
import { changeFaq, listFaq, publishFaq, removeFaq } from './faq/manage-faq.ts'
import { downloadFile, filePage, prepareFile } from './files/deliver-file.ts'
import { withFiles } from './files/receive-files.ts'
import { changeMany, fulfil, moveThread } from './move-thread.ts'
import { findSimilar } from './reading/find-similar.ts'
import { listThreads } from './reading/list-threads.ts'
import { markRead } from './reading/mark-read.ts'
import { listViews, saveView } from './reading/saved-views.ts'
import { showThread } from './reading/show-thread.ts'
import { summarize } from './reading/summarize.ts'
import {
  changeMails,
  changeRole,
  changeSettings,
  showOwn,
  showSettings,
} from './settings/manage-settings.ts'
import {
  addTopicsOf,
  changeTopic,
  createTopic,
  listTopics,
  removeTopic,
} from './topics/manage-topics.ts'
import { createThread, updateDraft } from './write-thread.ts'

export const threadOperations = [
  contract.create,
  contract.update,
  contract.list,
  contract.read,
  contract.addEntry,
  files.prepareFile,
  files.filePage,
  files.file,
  contract.moveThread,
  contract.fulfil,
  contract.markRead,
  contract.batch,
  contract.similar,
  contract.summary,
  exchange.importThreads,
  exchange.exportThreads,
  settings.own,
  settings.setMails,
  views.views,
  views.saveView,
  settings.settings,
  settings.updateSettings,
  settings.setRole,
  settings.topics,
  settings.createTopic,
  settings.addTopics,
  settings.updateTopic,
  settings.removeTopic,
  faq.publish,
  faq.list,
  faq.update,
  faq.remove,
] as const

const DEFAULT_WIDTH = 1_200

export function threadHandlers(parts: ImportParts): Handlers<typeof threadOperations, Actor> {
  return {
    'threads.create': async (call) =>
      ok(
        await withFiles(parts, call, contract.create.body, (data, files) =>
          createThread(parts, call.actor, data, files),
        ),
      ),
    'threads.update': async ({ actor, body }) => ok(await updateDraft(parts, actor, body)),
    'threads.list': ({ actor, body }) => listThreads(parts, actor, body),
    'threads.read': async ({ actor, params }) => ok(await showThread(parts, actor, params.id)),
    'threads.addEntry': async ({ params, ...call }) =>
      ok(
        await withFiles(parts, call, contract.addEntry.body, (data, files) =>
          addEntry(parts, call.actor, params.id, data, files),
        ),
      ),
    'threads.prepareFile': async ({ actor, query }) => {
      const file = await prepareFile(parts, actor, query.threadFileId)
      return ok({ ...file, path: files.file.path.replace(':id', file.name) })
    },
    'threads.filePage': ({ actor, params, query, signal }) =>
      filePage(parts, actor, { ...params, width: query.width ?? DEFAULT_WIDTH }, signal),
    'threads.file': ({ actor, params, signal }) => downloadFile(parts, actor, params.id, signal),
    'threads.move': async ({ actor, params, body }) =>
      ok(await moveThread(parts, actor, params.id, body)),
    'threads.fulfil': async ({ actor, body }) => ok(await fulfil(parts, actor, body)),
    'threads.markRead': async ({ actor, body }) => {
      await markRead(parts, actor, body)
      return DONE
    },
    'threads.batch': async ({ actor, body }) => ok(await changeMany(parts, actor, body)),
    'threads.similar': async ({ actor, body }) => ok(await findSimilar(parts, actor, body)),
    'threads.summary': async ({ actor }) => ok(await summarize(parts, actor)),
    'threads.import': async ({ actor, request, signal }) =>
      ok(await importThreads(parts, actor, request, signal)),
    'threads.export': async ({ actor, body, language }) => ({
      type: body.format === 'pdf' ? exchange.PDF : SPREADSHEET,
      body: await exportThreads(parts, actor, body, language),
    }),
    'threads.own': async ({ actor }) => ok(await showOwn(parts, actor)),
    'threads.setMails': async ({ actor, body }) => {
      await changeMails(parts, actor, body.mails)
      return DONE
    },
    'threads.views': async ({ actor }) => ok(await listViews(parts, actor)),
    'threads.saveView': async ({ actor, body }) => ok(await saveView(parts, actor, body)),
    'threads.settings': async ({ actor }) => ok(await showSettings(parts, actor)),
    'threads.updateSettings': async ({ actor, body }) => {
      await changeSettings(parts, actor, body)
      return DONE
    },
    'threads.setRole': async ({ actor, body }) => {
      await changeRole(parts, actor, body)
      return DONE
    },
    'topics.list': async ({ actor }) => ok(await listTopics(parts, actor)),
    'topics.create': async ({ actor, body }) => ok(await createTopic(parts, actor, body)),
    'topics.fromTemplate': async ({ actor, body, language }) =>
      ok(await addTopicsOf(parts, actor, body, language)),
    'topics.update': async ({ actor, body }) => {
      await changeTopic(parts, actor, body)
      return DONE
    },
    'topics.remove': async ({ actor, body }) => {
      await removeTopic(parts, actor, body)
      return DONE
    },
    'faq.publish': async ({ actor, params, body }) =>
      ok(await publishFaq(parts, actor, params.id, body)),
    'faq.list': ({ actor, body }) => listFaq(parts, actor, body),
    'faq.update': async ({ actor, body }) => {
      await changeFaq(parts, actor, body)
      return DONE
    },
    'faq.remove': async ({ actor, body }) => {
      await removeFaq(parts, actor, body.id)
      return DONE
    },
  }
}
