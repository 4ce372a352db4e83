import { REJECTIONS } from '../../../contract/core/errors.ts'
import * as contract from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { copyItem } from './copy-item.ts'
import { destroyItem } from './destroy-item.ts'
import type { DocumentParts } from './documents.parts.ts'
import { listItems } from './list-items.ts'
import { listTrashed } from './list-trash.ts'
import { measureItems } from './measure-items.ts'
import { moveItem } from './move-item.ts'
import { renameItem } from './rename-item.ts'
import { restoreItem } from './restore-item.ts'
import { trashItem } from './trash-item.ts'
import { uploadDocuments } from './upload-documents.ts'

export const documentOperations = [
  contract.list,
  contract.upload,
  contract.rename,
  contract.move,
  contract.copy,
  contract.remove,
  contract.trash,
  contract.restore,
  contract.destroy,
  contract.measure,
] as const

export function documentHandlers(parts: DocumentParts): Handlers<typeof documentOperations, Actor> {
  return {
    'documents.list': ({ actor, body }) => listItems(parts, actor, body),
    'documents.upload': async ({ actor, request, signal, language }) => {
      const outcome = await uploadDocuments(parts, actor, request, signal)
      if (outcome.kind === 'folder') return ok(outcome.folder)
      const rejected = outcome.rejected.map(({ name, code }) => ({ name, reason: REJECTIONS[code][language], code }))
      if (outcome.stored.length > 0) return { payload: [...outcome.stored], rejected }
      const onlyTooLarge = outcome.rejected.every(({ code }) => code === 'SIZE')
      throw new Refusal(onlyTooLarge ? 'TOO_LARGE' : 'TYPE_REFUSED', { extra: { rejected } })
    },
    'documents.rename': async ({ actor, body }) => ok(await renameItem(parts, actor, body)),
    'documents.move': async ({ actor, body }) => ok(await moveItem(parts, actor, body)),
    'documents.copy': async ({ actor, body }) => ok(await copyItem(parts, actor, body)),
    'documents.remove': async ({ actor, body }) => {
      await trashItem(parts, actor, body.fileId)
      return DONE
    },
    'documents.trash': ({ actor, query }) => listTrashed(parts, actor, query),
    'documents.restore': async ({ actor, body }) => ok(await restoreItem(parts, actor, body.fileId)),
    'documents.destroy': async ({ actor, body }) => {
      await destroyItem(parts, actor, body.fileId)
      return DONE
    },
    'documents.measure': async ({ actor, body }) => ok(await measureItems(parts, actor, body.fileIds)),
  }
}
