import * as contract from '../../../../contract/features/submissions.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { changeDropFolder, readDropFolders } from './drop-folders.ts'
import { listSubmissions } from './list-submissions.ts'

export const submissionOperations = [
  contract.dropFolders,
  contract.updateDropFolder,
  contract.ownSubmissions,
] as const

export function submissionHandlers(
  parts: DocumentParts,
): Handlers<typeof submissionOperations, Actor> {
  return {
    'submissions.dropFolders': ({ actor, query }) => readDropFolders(parts, actor, query),
    'submissions.updateDropFolder': async ({ actor, body }) => {
      await changeDropFolder(parts, actor, body)
      return DONE
    },
    'submissions.own': ({ actor, query }) => listSubmissions(parts, actor, query),
  }
}
