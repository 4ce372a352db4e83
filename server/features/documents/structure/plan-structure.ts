import { LIMITS } from '../../../../contract/core/limits.ts'
import { foldName } from '../../../../contract/core/name-key.ts'
import type { STRUCTURE_CHANGES } from '../../../../contract/features/documents/structures.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Parent } from '../documents.store.ts'
import { expectedName, foldedStem } from '../expected/expectation-names.ts'
import { findDocumentsByStem, findExpectations } from '../expected/expected.read.ts'
import { findNamedIn, type WantedName } from './structure.read.ts'
import type { StructureEntry, StructureError } from './structure-entries.ts'

export interface PlannedEntry {
  readonly entry: StructureEntry
  readonly change: (typeof STRUCTURE_CHANGES)[number]
  readonly error: StructureError | undefined
  readonly existing: Parent | undefined
}

interface Planning {
  readonly target: Parent
  readonly entries: readonly StructureEntry[]
  readonly isExpecting: boolean
}

/** The caller must hold the tree lock. */
export async function planStructure(
  tx: Tx,
  roomId: number,
  planning: Planning,
): Promise<readonly PlannedEntry[]> {
  const { target, entries } = planning
  const existing = new Map<StructureEntry, Parent>()
  const taken = new Set<StructureEntry>()
  const fits = ({ level }: StructureEntry): boolean =>
    target.path.length + level <= LIMITS.treeDepth
  const deepest = Math.min(LIMITS.treeDepth, Math.max(0, ...entries.map(({ level }) => level)))
  const placeOf = ({ parent }: StructureEntry): Parent | undefined =>
    parent ? existing.get(parent) : target
  for (let level = 1; level <= deepest; level += 1) {
    const asked = entries.filter(
      (entry) =>
        entry.level === level && !entry.isDocument && !entry.error && placeOf(entry) !== undefined,
    )
    const byName = new Map(
      asked.map((entry) => [keyOf(placeOf(entry)?.id ?? 0, foldName(entry.name)), entry]),
    )
    const wanted = asked.map((entry) => ({
      parentId: placeOf(entry)?.id ?? 0,
      name: foldName(entry.name),
    }))
    for (const { id, parentId, name, folder, unseen } of await findNamedIn(tx, roomId, wanted)) {
      const entry = byName.get(keyOf(parentId, name))
      if (!entry) continue
      if (folder) existing.set(entry, { id, path: [...(placeOf(entry)?.path ?? []), id], unseen })
      else taken.add(entry)
    }
  }
  const documents = await planDocuments(tx, roomId, planning, placeOf)
  return entries.map((entry) => {
    const error =
      entry.error ??
      (entry.isDocument ? undefined : errorInRoom(fits(entry), taken.has(entry), target))
    const found = existing.get(entry)
    return {
      entry,
      error,
      existing: found,
      change: error ? 'error' : (documents.get(entry) ?? (found ? 'same' : 'new')),
    }
  })
}

async function planDocuments(
  tx: Tx,
  roomId: number,
  { target, entries, isExpecting }: Planning,
  placeOf: (entry: StructureEntry) => Parent | undefined,
): Promise<ReadonlyMap<StructureEntry, PlannedEntry['change']>> {
  const rows = entries.filter(({ isDocument }) => isDocument)
  if (!isExpecting) return new Map(rows.map((entry) => [entry, 'document']))
  const nameOf = (entry: StructureEntry): string | undefined => {
    const name = entry.level === 0 ? undefined : expectedName(entry.name)
    return name === undefined ? undefined : foldName(name)
  }
  const named = (name: (entry: StructureEntry) => string | undefined) =>
    rows.flatMap((entry) => {
      const [place, wanted] = [placeOf(entry), name(entry)]
      return place && wanted !== undefined ? [{ parentId: place.id, name: wanted }] : []
    })
  const stemOf = (entry: StructureEntry) => (entry.level === 0 ? undefined : foldedStem(entry.name))
  const keys = (found: readonly WantedName[]) =>
    new Set(found.map(({ parentId, name }) => keyOf(parentId, name)))
  const known = keys(await findExpectations(tx, roomId, named(nameOf)))
  const there = keys(await findDocumentsByStem(tx, roomId, named(stemOf)))
  const listed = new Map<StructureEntry | undefined, Set<string>>()
  return new Map(
    rows.map((entry) => {
      const [name, placeId] = [nameOf(entry), placeOf(entry)?.id ?? (entry.parent ? -1 : target.id)]
      if (there.has(keyOf(placeId, stemOf(entry) ?? ''))) return [entry, 'same']
      if (name === undefined) return [entry, 'document']
      const siblings = listed.get(entry.parent) ?? new Set()
      listed.set(entry.parent, siblings)
      const isKnown = siblings.has(name) || known.has(keyOf(placeId, name))
      siblings.add(name)
      return [entry, isKnown ? 'same' : 'expected']
    }),
  )
}

const keyOf = (parentId: number, name: string): string => `${parentId}/${name}`

function errorInRoom(
  fits: boolean,
  isTaken: boolean,
  { path }: Parent,
): StructureError | undefined {
  if (!fits) return { code: 'DEPTH', value: LIMITS.treeDepth - path.length }
  return isTaken ? { code: 'TAKEN' } : undefined
}
