import { LIMITS } from '../../../../contract/core/limits.ts'
import { foldName } from '../../../../contract/core/name-key.ts'
import type { STRUCTURE_CHANGES } from '../../../../contract/features/documents/structures.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Parent } from '../documents.store.ts'
import { findNamedIn } from './structure.read.ts'
import type { StructureEntry, StructureError } from './structure-entries.ts'

export interface PlannedEntry {
  readonly entry: StructureEntry
  readonly change: (typeof STRUCTURE_CHANGES)[number]
  readonly error: StructureError | undefined
  /** The folder that is there already. */
  readonly existing: Parent | undefined
}

/** Compares a structure with the folders of the room. The caller holds the tree. */
export async function planStructure(
  tx: Tx,
  roomId: number,
  target: Parent,
  entries: readonly StructureEntry[],
): Promise<readonly PlannedEntry[]> {
  const existing = new Map<StructureEntry, Parent>()
  const taken = new Set<StructureEntry>()
  const fits = ({ level }: StructureEntry): boolean => target.path.length + level <= LIMITS.treeDepth
  const deepest = Math.min(LIMITS.treeDepth, Math.max(0, ...entries.map(({ level }) => level)))
  const placeOf = ({ parent }: StructureEntry): Parent | undefined => (parent ? existing.get(parent) : target)
  for (let level = 1; level <= deepest; level += 1) {
    const asked = entries.filter((entry) => entry.level === level && !entry.isDocument && !entry.error && placeOf(entry) !== undefined)
    const byName = new Map(asked.map((entry) => [keyOf(placeOf(entry)?.id ?? 0, foldName(entry.name)), entry]))
    const wanted = asked.map((entry) => ({ parentId: placeOf(entry)?.id ?? 0, name: foldName(entry.name) }))
    for (const { id, parentId, name, folder, unseen } of await findNamedIn(tx, roomId, wanted)) {
      const entry = byName.get(keyOf(parentId, name))
      if (!entry) continue
      if (folder) existing.set(entry, { id, path: [...(placeOf(entry)?.path ?? []), id], unseen })
      else taken.add(entry)
    }
  }
  return entries.map((entry) => {
    const error = entry.error ?? (entry.isDocument ? undefined : errorInRoom(fits(entry), taken.has(entry), target))
    const found = existing.get(entry)
    return { entry, error, existing: found, change: error ? 'error' : entry.isDocument ? 'document' : found ? 'same' : 'new' }
  })
}

const keyOf = (parentId: number, name: string): string => `${parentId}/${name}`

function errorInRoom(fits: boolean, isTaken: boolean, { path }: Parent): StructureError | undefined {
  if (!fits) return { code: 'DEPTH', value: LIMITS.treeDepth - path.length }
  return isTaken ? { code: 'TAKEN' } : undefined
}
