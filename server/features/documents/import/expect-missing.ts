import { LIMITS } from '../../../../contract/core/limits.ts'
import { foldName } from '../../../../contract/core/name-key.ts'
import { findParent } from '../documents.store.ts'
import { addExpected, announceExpected, recordExpected } from '../expected/expect-documents.ts'
import { expectedName } from '../expected/expectation-names.ts'
import { countAll, findDocumentsByStem, findExpectations } from '../expected/expected.read.ts'
import { beginChange } from '../items/change-item.ts'
import { reserveNumber } from './import.store.ts'
import type { AwaitedDocument } from './import-tree.ts'
import type { Storing } from './store-entry.ts'

interface Missing {
  readonly parentId: number
  readonly awaited: readonly AwaitedDocument[]
  /** Fixed numbers come from the list. */
  readonly givesNumbers: boolean
  readonly isDryRun: boolean
}

/** Each name that a document can have, once. */
export function expectable(awaited: readonly AwaitedDocument[]): AwaitedDocument[] {
  const byName = new Map<string, AwaitedDocument>()
  for (const { name: listed, number } of awaited) {
    const name = expectedName(listed)
    if (name !== undefined && !byName.has(foldName(name))) byName.set(foldName(name), { name, number })
  }
  return [...byName.values()]
}

/**
 * Expects what the list has and the folder has not. What is expected or there already stays as it is, so that an import that goes
 * on makes none twice.
 * @returns how many are new; none where the room has no space for all. @throws Refusal as `confirm`
 */
export async function expectMissing({ parts, actor }: Storing, { parentId, awaited, givesNumbers, isDryRun }: Missing): Promise<number> {
  return parts.database.transaction(async (tx) => {
    const now = await beginChange(tx, parts, actor)
    if (!(await findParent(tx, now.roomId, parentId))) return 0
    const byName = new Map(expectable(awaited).map((each) => [foldName(each.name), each]))
    const asked = [...byName.keys()].map((name) => ({ parentId, name }))
    for (const { name } of await findExpectations(tx, now.roomId, asked)) byName.delete(name)
    for (const { name } of await findDocumentsByStem(tx, now.roomId, asked)) byName.delete(name)
    if (byName.size === 0 || (await countAll(tx, now.roomId)) + byName.size > LIMITS.expectedDocuments) return 0
    if (isDryRun) return byName.size
    const added = []
    for (const { name, number } of byName.values()) {
      if (givesNumbers && number !== undefined && number > 0) await reserveNumber(tx, { roomId: now.roomId, parentId }, number)
      added.push(...(await addExpected(tx, parts, now, [{ parentId, name }])))
    }
    await recordExpected(tx, parts, now, parentId, added)
    await announceExpected(tx, parts, now.roomId, [parentId])
    return added.length
  })
}
