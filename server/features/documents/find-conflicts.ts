import { LIMITS } from '../../../contract/core/limits.ts'
import { foldName } from '../../../contract/core/name-key.ts'
import type { Actor } from '../../access/actor.ts'
import { visibleItems } from '../../access/items.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type FoundFile, findFilesByPath, type WantedFile, type WantedFolder } from './conflicts.read.ts'
import type { DocumentParts } from './documents.parts.ts'
import { findItem } from './documents.read.ts'
import { splitRelativePath } from './documents.rules.ts'
import { ROOT } from './documents.store.ts'

/**
 * The files that uploads with these paths below a folder would meet, in the order of the paths. Names are compared as an upload compares
 * them. A folder of the name is no conflict: what is uploaded gets a number beside it.
 * @throws Refusal NOT_FOUND where the folder is not there.
 */
export async function findConflicts(
  { database: { db } }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { parent, paths }: { readonly parent: number; readonly paths: readonly string[] },
): Promise<FoundFile[]> {
  const scope = visibleItems(actor)
  if (parent !== ROOT.id && !(await findItem(db, scope, parent))?.folder) throw new Refusal('NOT_FOUND')
  return findFilesByPath(db, scope, parent, wantedOf(paths))
}

/** Each folder once, however many of the paths lead through it; a path that is deeper than any tree meets nothing. */
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
