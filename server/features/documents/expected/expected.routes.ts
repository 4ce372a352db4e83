import * as contract from '../../../../contract/features/documents/expected.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { fulfilExpected, removeExpected, updateExpected } from './change-expected.ts'
import { expectDocuments } from './expect-documents.ts'
import { listExpected } from './list-expected.ts'

export const expectedOperations = [
  contract.listExpected,
  contract.expectDocuments,
  contract.updateExpected,
  contract.removeExpected,
  contract.fulfilExpected,
] as const

export function expectedHandlers(parts: DocumentParts): Handlers<typeof expectedOperations, Actor> {
  return {
    'expected.list': async ({ actor, query }) => ok(await listExpected(parts, actor, query)),
    'expected.add': async ({ actor, body }) => ok(await expectDocuments(parts, actor, body)),
    'expected.update': async ({ actor, body }) => {
      await updateExpected(parts, actor, body)
      return DONE
    },
    'expected.remove': async ({ actor, body }) => ok(await removeExpected(parts, actor, body)),
    'expected.fulfil': async ({ actor, body }) => {
      await fulfilExpected(parts, actor, body)
      return DONE
    },
  }
}
