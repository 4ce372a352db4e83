import { foldName } from '../../../../contract/core/name-key.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findFilesIn, type Parent } from '../documents.store.ts'
import { FreeNames } from '../items/free-name.ts'

export type Conflict = 'keep' | 'replace'

export interface Placement<File> {
  readonly parent: Parent
  readonly name: string
  readonly existing:
    | { readonly id: number; readonly newest: number; readonly staged: boolean }
    | undefined
  readonly files: readonly [File, ...File[]]
}

export async function placeFiles<File extends { readonly name: string }>(
  tx: Tx,
  roomId: number,
  parent: Parent,
  files: readonly File[],
  conflict: Conflict,
): Promise<Placement<File>[]> {
  const groups = conflict === 'replace' ? groupByName(files) : files.map((file): [File] => [file])
  const found =
    conflict === 'replace' ? await findFilesIn(tx, roomId, parent, groups.map(nameOf)) : []
  const existing = new Map(found.map((file) => [file.name_folded, file]))
  const freeNames = new FreeNames(tx, roomId, parent)
  const isNew = (group: [File, ...File[]]): boolean => !existing.has(foldName(nameOf(group)))
  await freeNames.ask(groups.filter(isNew).map(nameOf))

  const placements: Placement<File>[] = []
  for (const group of groups) {
    const there = existing.get(foldName(nameOf(group)))
    const name = there?.name ?? (await freeNames.take(nameOf(group), false))
    placements.push({ parent, name, existing: there, files: group })
  }
  return placements
}

const nameOf = <File extends { readonly name: string }>([first]: readonly [
  File,
  ...File[],
]): string => first.name

function groupByName<File extends { readonly name: string }>(
  files: readonly File[],
): [File, ...File[]][] {
  const groups = new Map<string, [File, ...File[]]>()
  for (const file of files) {
    const folded = foldName(file.name)
    const group = groups.get(folded)
    if (group) group.push(file)
    else groups.set(folded, [file])
  }
  return [...groups.values()]
}
