import { stop } from '../../../contract/features/documents/acts.ts'
import * as changes from '../../../contract/features/documents/changes.ts'
import { chosen } from '../../../contract/features/documents/chosen.ts'
import { matches } from '../../../contract/features/documents/matches.ts'
import { renameMany } from '../../../contract/features/documents/renaming.ts'
import * as trash from '../../../contract/features/documents/trash.ts'
import * as upload from '../../../contract/features/documents/upload.ts'
import * as contract from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { stopAct } from './acts/run-act.ts'
import type { DocumentParts } from './documents.parts.ts'
import { expectedHandlers, expectedOperations } from './expected/expected.routes.ts'
import { copyItem } from './items/copy-item.ts'
import { makeFolders } from './items/make-folders.ts'
import { moveItem } from './items/move-item.ts'
import { renameItem } from './items/rename-item.ts'
import { renameItems } from './items/rename-items.ts'
import { findChosen } from './listing/find-chosen.ts'
import { listItems } from './listing/list-items.ts'
import { measureItems } from './listing/measure-items.ts'
import { locateItem, outlineList } from './listing/outline-list.ts'
import { findMatches } from './matches/find-matches.ts'
import { newsHandlers, newsOperations } from './news/news.routes.ts'
import { numberingHandlers, numberingOperations } from './numbering/numbering.routes.ts'
import { publishingHandlers, publishingOperations } from './publishing/publishing.routes.ts'
import type { StructureParts } from './structure/create-structure.ts'
import { structureHandlers, structureOperations } from './structure/structure.routes.ts'
import { submissionHandlers, submissionOperations } from './submissions/submissions.routes.ts'
import { destroyItem } from './trash/destroy-item.ts'
import { listTrashed } from './trash/list-trash.ts'
import { restoreItem } from './trash/restore-item.ts'
import { trashItem } from './trash/trash-item.ts'
import { findConflicts } from './upload/find-conflicts.ts'
import { presentRejected, refuseFiles } from './upload/refuse-files.ts'
import { uploadDocuments } from './upload/upload-documents.ts'
import { listVersions } from './versions/list-versions.ts'
import { restoreVersion } from './versions/restore-version.ts'

export const documentOperations = [
  contract.list,
  contract.outline,
  contract.locate,
  chosen,
  upload.upload,
  upload.makeFolders,
  changes.rename,
  renameMany,
  stop,
  changes.move,
  changes.copy,
  changes.remove,
  trash.trash,
  trash.restore,
  trash.destroy,
  contract.measure,
  upload.conflicts,
  matches,
  contract.versions,
  contract.restoreVersion,
  ...newsOperations,
  ...publishingOperations,
  ...numberingOperations,
  ...structureOperations,
  ...expectedOperations,
  ...submissionOperations,
] as const

export function documentHandlers(
  parts: DocumentParts & StructureParts,
): Handlers<typeof documentOperations, Actor> {
  return {
    'documents.list': ({ actor, body }) => listItems(parts, actor, body),
    'documents.outline': async ({ actor, body }) => ok(await outlineList(parts, actor, body)),
    'documents.locate': async ({ actor, body }) => ok(await locateItem(parts, actor, body)),
    'documents.chosen': async ({ actor, body }) => ok(await findChosen(parts, actor, body)),
    'documents.upload': async ({ actor, request, signal, language }) => {
      const outcome = await uploadDocuments(parts, actor, request, signal)
      if (outcome.kind === 'folder') return ok(outcome.folder)
      if (outcome.stored.length === 0) throw refuseFiles(outcome.rejected, language)
      return { payload: [...outcome.stored], rejected: presentRejected(outcome.rejected, language) }
    },
    'documents.makeFolders': async ({ actor, body, language }) => {
      const { made, rejected } = await makeFolders(parts, actor, body)
      return { payload: made, rejected: presentRejected(rejected, language) }
    },
    'documents.rename': async ({ actor, body }) => ok(await renameItem(parts, actor, body)),
    'documents.renameMany': async ({ actor, body }) => ok(await renameItems(parts, actor, body)),
    'documents.stop': async ({ actor, body }) => {
      await stopAct(parts, actor, body)
      return DONE
    },
    'documents.move': async ({ actor, body }) => ok(await moveItem(parts, actor, body)),
    'documents.copy': async ({ actor, body }) => ok(await copyItem(parts, actor, body)),
    'documents.remove': async ({ actor, body }) => {
      await trashItem(parts, actor, body.fileId)
      return DONE
    },
    'documents.trash': ({ actor, query }) => listTrashed(parts, actor, query),
    'documents.restore': async ({ actor, body }) =>
      ok(await restoreItem(parts, actor, body.fileId)),
    'documents.destroy': async ({ actor, body }) => {
      await destroyItem(parts, actor, body.fileId)
      return DONE
    },
    'documents.measure': async ({ actor, body }) =>
      ok(await measureItems(parts, actor, body.fileIds)),
    'documents.conflicts': async ({ actor, body }) => {
      const found = await findConflicts(parts, actor, body)
      return ok(
        found.map(({ created_at, ...file }) => ({ ...file, uploadedAt: created_at.toISOString() })),
      )
    },
    'documents.matches': async ({ actor, body }) => ok(await findMatches(parts, actor, body)),
    'documents.versions': ({ actor, params, query }) =>
      listVersions(parts, actor, params.id, query),
    'documents.restoreVersion': async ({ actor, body }) =>
      ok(await restoreVersion(parts, actor, body)),
    ...newsHandlers(parts),
    ...publishingHandlers(parts),
    ...numberingHandlers(parts),
    ...structureHandlers(parts),
    ...expectedHandlers(parts),
    ...submissionHandlers(parts),
  }
}
