import type { Language } from '../../../contract/core/errors.ts'
import * as contract from '../../../contract/features/compose.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { adoptDocument } from './drafting/adopt-document.ts'
import { copyTemplate } from './drafting/copy-template.ts'
import { fetchPdf } from './drafting/fetch-pdf.ts'
import { keepResult } from './drafting/keep-result.ts'
import { listTemplates } from './drafting/list-templates.ts'
import { RangeNotes } from './drafting/range-notes.ts'
import { removeTemplate } from './drafting/remove-template.ts'
import { stampOf, uploadStamp } from './drafting/stamp-images.ts'
import { presentParticipants, showTemplate } from './drafting/templates.present.ts'
import { findParticipants } from './drafting/templates.read.ts'
import { updateDraft } from './drafting/update-draft.ts'
import { uploadPdf } from './drafting/upload-pdf.ts'
import type { EsignParts } from './esign.parts.ts'
import { namePerson, unnamePerson } from './name-people.ts'

export const esignOperations = [
  contract.upload,
  contract.adopt,
  contract.updateUpload,
  contract.addDocInfo,
  contract.removeDocInfo,
  contract.documents,
  contract.get,
  contract.copy,
  contract.remove,
  contract.keep,
  contract.source,
  contract.result,
  contract.uploadImage,
  contract.image,
] as const

export function esignHandlers(parts: EsignParts): Handlers<typeof esignOperations, Actor> {
  const notes = new RangeNotes(parts.clock)
  const shown = async (actor: Actor, templateId: number, language: Language) =>
    ok(await showTemplate(parts, actor, templateId, language))
  return {
    'compose.upload': async (call) => ok(await uploadPdf(parts, call)),
    'compose.adopt': async (call) => ok(await adoptDocument(parts, call)),
    'compose.updateUpload': async ({ actor, body, language }) => {
      await updateDraft(parts, actor, body)
      return shown(actor, body.templateId, language)
    },
    'compose.addDocInfo': async ({ actor, body, language }) => {
      const id = await namePerson(parts, actor, body, language)
      const people = await findParticipants(parts.database.db, [body.templateId])
      const [person] = await presentParticipants(
        parts,
        actor.roomId,
        people.filter((each) => each.id === id),
      )
      if (!person) throw new Error('a participant was removed while it was named')
      return ok(person)
    },
    'compose.removeDocInfo': async ({ actor, body, language }) => {
      await unnamePerson(parts, actor, body)
      return shown(actor, body.templateId, language)
    },
    'compose.documents': ({ actor, query }) => listTemplates(parts, actor, query),
    'compose.get': ({ actor, query, language }) => shown(actor, query.templateId, language),
    'compose.copy': async ({ actor, body, language }) =>
      shown(actor, await copyTemplate(parts, actor, body), language),
    'compose.remove': async ({ actor, body }) => {
      await removeTemplate(parts, actor, body)
      return DONE
    },
    'compose.keep': async ({ actor, body, language }) =>
      ok(await keepResult(parts, actor, body, language)),
    'compose.source': ({ actor, params, query, request: { headers }, language }) =>
      fetchPdf(parts, actor, { ...params, ...query, sealed: false }, { headers, language }, notes),
    'compose.result': ({ actor, params, query, request: { headers }, language }) =>
      fetchPdf(parts, actor, { ...params, ...query, sealed: true }, { headers, language }, notes),
    'compose.uploadImage': async (call) => ok(await uploadStamp(parts, call)),
    'compose.image': ({ actor, params }) => stampOf(parts, actor, params.id),
  }
}
