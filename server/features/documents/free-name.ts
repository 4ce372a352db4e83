import { foldName } from '../../../contract/core/name-key.ts'
import type { Tx } from '../../platform/db/database.ts'
import { numberedName } from './documents.rules.ts'
import { findTakenNames, type Parent } from './documents.store.ts'

const FIRST_BATCH = 8

/**
 * The name that an item called `name` gets in a folder: its own, or with the first number behind it that is free. Asks for the exact names
 * it would take, so the cost does not grow with the folder.
 */
export async function findFreeName(tx: Tx, roomId: number, parent: Parent, name: string, folder: boolean): Promise<string> {
  for (let from = 1, size = FIRST_BATCH; ; from += size, size *= 2) {
    const candidates = Array.from({ length: size }, (_, index) => numberedName(name, from + index, folder))
    const taken = await findTakenNames(tx, roomId, parent, candidates)
    const free = candidates.find((candidate) => !taken.has(foldName(candidate)))
    if (free !== undefined) return free
  }
}
