import * as contract from '../../../contract/features/drafts.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import type { DraftParts } from './drafts.parts.ts'
import { dropDraft, keepDraft, readDraft } from './own-draft.ts'

export const draftOperations = [contract.read, contract.keep, contract.drop] as const

export function draftHandlers(parts: DraftParts): Handlers<typeof draftOperations, Actor> {
  return {
    'drafts.read': async ({ actor, params }) => ok(await readDraft(parts, actor, params.kind)),
    'drafts.keep': async ({ actor, params, body }) => {
      await keepDraft(parts, actor, params.kind, body.text)
      return DONE
    },
    'drafts.drop': async ({ actor, params }) => {
      await dropDraft(parts, actor, params.kind)
      return DONE
    },
  }
}
