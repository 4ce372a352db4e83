import type { RejectionCode } from '../../../../contract/core/errors/rejections.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { isUsableName, stepsOf } from '../documents.rules.ts'
import { findParent, type Parent } from '../documents.store.ts'
import { FolderPaths } from '../listing/folder-paths.ts'
import { announceEach } from '../upload/announce.ts'
import type { RejectedFile } from '../upload/receive-upload.ts'
import { beginChange } from './change-item.ts'

interface FolderOutcome {
  readonly made: { readonly id: number; readonly path: string }[]
  readonly rejected: RejectedFile[]
}

/** A repeated call is safe. @throws Refusal NOT_FOUND, as `confirm` */
export async function makeFolders(
  parts: Pick<DocumentParts, 'database' | 'activity' | 'bus' | 'clock' | 'confirm'>,
  actor: Actor,
  {
    parent,
    paths,
    staged,
  }: {
    readonly parent: number
    readonly paths: readonly string[]
    readonly staged?: boolean | undefined
  },
): Promise<FolderOutcome> {
  return parts.database.transaction(async (tx) => {
    const now = await beginChange(tx, parts, actor)
    const target = await findParent(tx, actor.roomId, parent)
    if (!target) throw new Refusal('NOT_FOUND')
    const folders = new FolderPaths(tx, parts, now, target, staged)
    const outcome: FolderOutcome = { made: [], rejected: [] }
    for (const path of paths) {
      const steps = stepsOf(path)
      const code = refusalOf(target, steps)
      if (code) outcome.rejected.push({ name: path, code })
      else outcome.made.push({ id: (await folders.at(steps)).id, path })
    }
    await announceEach(tx, parts, actor.roomId, folders.changed)
    return outcome
  })
}

function refusalOf(target: Parent, steps: readonly string[]): RejectionCode | undefined {
  if (steps.length === 0 || !steps.every(isUsableName)) return 'NAME'
  return target.path.length + steps.length > LIMITS.treeDepth ? 'DEPTH' : undefined
}
