import * as contract from '../../../../contract/features/documents/structures.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { createStructure, type StructureParts } from './create-structure.ts'
import { listTemplates, removeTemplate, saveTemplate } from './templates.ts'
import { undoStructure } from './undo-structure.ts'

export const structureOperations = [
  contract.createStructure,
  contract.undoStructure,
  contract.templates,
  contract.saveTemplate,
  contract.removeTemplate,
] as const

export function structureHandlers(
  parts: StructureParts,
): Handlers<typeof structureOperations, Actor> {
  return {
    'structures.create': async ({ actor, request, language, signal }) =>
      ok(await createStructure(parts, actor, { request, language, signal })),
    'structures.undo': async ({ actor, body }) => ok(await undoStructure(parts, actor, body)),
    'structures.templates': async ({ actor }) => ok(await listTemplates(parts, actor)),
    'structures.saveTemplate': async ({ actor, body }) =>
      ok(await saveTemplate(parts, actor, body)),
    'structures.removeTemplate': async ({ actor, body }) => {
      await removeTemplate(parts, actor, body.id)
      return DONE
    },
  }
}
