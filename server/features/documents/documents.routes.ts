import { REJECTIONS } from '../../../contract/core/errors.ts'
import * as contract from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { DocumentParts } from './documents.parts.ts'
import { listItems } from './list-items.ts'
import { uploadDocuments } from './upload-documents.ts'

export const documentOperations = [contract.list, contract.upload] as const

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
  }
}
