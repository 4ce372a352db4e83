import type { Item } from '../../../contract/features/documents.ts'

/** A folder on the way from the root; one that is known by its name alone cannot be opened. */
export interface TrailEntry {
  readonly id?: number
  readonly name: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The folders down to the one that is shown: the address holds the last id alone. Survives reload and Back. */
    readonly trail?: readonly TrailEntry[]
  }
}

/** What stands for a folder of which nothing is known. */
const UNKNOWN: TrailEntry = { name: '…' }

/**
 * The way to a folder: as the history remembers it; else, for an address opened anew, the names that the paths of its items tell.
 */
export function trailOf(folder: number, remembered: readonly TrailEntry[] | undefined, items: readonly Pick<Item, 'path' | 'name'>[]) {
  if (folder === 0) return []
  if (remembered?.at(-1)?.id === folder) return remembered
  const [first] = items
  if (!first) return [UNKNOWN]
  const names = first.path.split('/').filter((name) => name !== '')
  if (names.at(-1) === first.name) names.pop()
  return names.length === 0 ? [UNKNOWN] : names.map((name): TrailEntry => ({ name }))
}
