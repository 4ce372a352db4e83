import { LIMITS } from '../../../../contract/core/limits.ts'
import { foldName } from '../../../../contract/core/name-key.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findItem } from '../documents.read.ts'
import { splitRelativePath } from '../documents.rules.ts'
import { ROOT } from '../documents.store.ts'
import {
  type FoundFile,
  findFilesByPath,
  type WantedFile,
  type WantedFolder,
} from './conflicts.read.ts'

/** A folder is no conflict, because the upload gets a number. @throws Refusal NOT_FOUND */
export async function findConflicts(
  { database: { db } }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { parent, paths }: { readonly parent: number; readonly paths: readonly string[] },
): Promise<FoundFile[]> {
  const scope = visibleItems(actor)
  if (parent !== ROOT.id && !(await findItem(db, scope, parent))?.folder)
    throw new Refusal('NOT_FOUND')
  return findFilesByPath(db, scope, parent, wantedOf(paths))
}

function wantedOf(paths: readonly string[]): { folders: WantedFolder[]; files: WantedFile[] } {
  const folders = new Map<string, WantedFolder>()
  const enter = (within: number, step: string): number => {
    const folded = foldName(step)
    const key = `${within}/${folded}`
    const known = folders.get(key) ?? { node: folders.size + 1, within, folded }
    folders.set(key, known)
    return known.node
  }
  const files = paths.flatMap((path): WantedFile[] => {
    const { folders: steps, name } = splitRelativePath(path)
    if (steps.length > LIMITS.treeDepth) return []
    return [{ path, within: steps.reduce(enter, 0), folded: foldName(name) }]
  })
  return { folders: [...folders.values()], files }
}
