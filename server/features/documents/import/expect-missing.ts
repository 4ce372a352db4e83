import { LIMITS } from '../../../../contract/core/limits.ts'
import { foldName } from '../../../../contract/core/name-key.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findParent } from '../documents.store.ts'
import { addExpected, announceExpected, recordExpected } from '../expected/expect-documents.ts'
import { expectedName } from '../expected/expectation-names.ts'
import { countAll, findDocumentsByStem, findExpectations } from '../expected/expected.read.ts'
import { beginChange } from '../items/change-item.ts'
import type { AwaitedDocument } from './import-tree.ts'
import type { Storing } from './store-entry.ts'

interface Missing {
  readonly parentId: number | undefined
  readonly awaited: readonly AwaitedDocument[]
  readonly givesNumbers: boolean
  readonly isDryRun: boolean
  readonly planned: number
}

interface Expected {
  readonly added: number
  readonly refused: number
}

function expectable(awaited: readonly AwaitedDocument[]): AwaitedDocument[] {
  const byName = new Map<string, AwaitedDocument>()
  for (const { name: listed, number } of awaited) {
    const name = expectedName(listed)
    if (name !== undefined && !byName.has(foldName(name)))
      byName.set(foldName(name), { name, number })
  }
  return [...byName.values()]
}

/** A repeated import creates no duplicates. @throws Refusal as `confirm` */
export async function expectMissing(
  { parts, actor }: Storing,
  { parentId, awaited, givesNumbers, isDryRun, planned }: Missing,
): Promise<Expected> {
  const named = expectable(awaited)
  const exceeds = async (db: Queryable, count: number): Promise<boolean> =>
    (await countAll(db, actor.roomId)) + planned + count > LIMITS.expectedDocuments
  const refusing = (count: number): Expected => ({ added: 0, refused: count })
  if (parentId === undefined)
    return (await exceeds(parts.database.db, named.length))
      ? refusing(named.length)
      : { added: named.length, refused: 0 }
  return parts.database.transaction(async (tx) => {
    const now = await beginChange(tx, parts, actor)
    if (!(await findParent(tx, now.roomId, parentId))) return refusing(0)
    const byName = new Map(named.map((each) => [foldName(each.name), each]))
    const asked = [...byName.keys()].map((name) => ({ parentId, name }))
    for (const { name } of await findExpectations(tx, now.roomId, asked)) byName.delete(name)
    for (const { name } of await findDocumentsByStem(tx, now.roomId, asked)) byName.delete(name)
    if (byName.size === 0) return refusing(0)
    if (await exceeds(tx, byName.size)) return refusing(byName.size)
    if (isDryRun) return { added: byName.size, refused: 0 }
    const rows = [...byName.values()].map(({ name, number }) => ({
      parentId,
      name,
      ...(givesNumbers ? { number } : {}),
    }))
    const added = await addExpected(tx, parts, now, rows)
    await recordExpected(tx, parts, now, parentId, added)
    await announceExpected(tx, parts, now.roomId, [parentId])
    return { added: added.length, refused: 0 }
  })
}
