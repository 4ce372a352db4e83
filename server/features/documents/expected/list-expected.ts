import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { listExpected as contract } from '../../../../contract/features/documents/expected.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findItem, findVisible } from '../documents.read.ts'
import { findCounting, findIndexes, stepsOf } from '../numbering/numbering.read.ts'
import { type ExpectedRow, findExpected } from './expected.read.ts'

interface ListExpectedInput {
  readonly parent?: number | undefined
  readonly deep?: 'true' | 'false' | undefined
  readonly state?: 'missing' | 'received' | 'all' | undefined
}

type ListExpectedAnswer = PayloadIn<typeof contract>

/** @throws Refusal NOT_FOUND for an unknown folder */
export async function listExpected(
  { database: { db } }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { parent = 0, deep, state = 'missing' }: ListExpectedInput,
): Promise<ListExpectedAnswer> {
  const scope = visibleItems(actor)
  if (parent !== 0 && !(await findItem(db, scope, parent))?.folder) throw new Refusal('NOT_FOUND')
  const found = await findExpected(db, actor.roomId, parent, deep === 'true')
  const isMissing = ({ itemId }: ExpectedRow): boolean => itemId === null
  const wanted =
    state === 'all' ? found : found.filter((row) => isMissing(row) === (state === 'missing'))
  const counting = await findCounting(db, scope)
  const folderIds = [...new Set(wanted.flatMap(({ path }) => path))]
  const folders = await findVisible(db, scope, folderIds)
  const indexes = await findIndexes(db, scope, counting, folders)
  const names = new Map(folders.map(({ id, name }) => [id, name]))
  const rows = wanted.map((row) => ({
    row,
    folder: row.path.map((id) => names.get(id) ?? '').join('/'),
    numbers: stepsOf(indexes.get(row.parentId) ?? ''),
  }))
  rows.sort(
    (left, right) =>
      compareSteps(left.numbers, right.numbers) ||
      (left.folder < right.folder ? -1 : left.folder > right.folder ? 1 : 0),
  )
  const present = ({ row, folder }: (typeof rows)[number]): ListExpectedAnswer['rows'][number] => {
    const above = row.parentId === 0 ? '' : indexes.get(row.parentId)
    const index =
      counting === 'fixed' && row.number !== null && above !== undefined
        ? [above, row.number].filter(Boolean).join('.')
        : undefined
    return {
      ...{ id: row.id, parent: row.parentId, folder, name: row.name },
      ...(index === undefined ? {} : { index }),
      ...(row.threadId === null ? {} : { threadId: row.threadId }),
      ...(row.itemId === null || row.itemName === null || row.receivedAt === null
        ? {}
        : {
            item: { id: row.itemId, name: row.itemName, receivedAt: row.receivedAt.toISOString() },
          }),
    }
  }
  return {
    rows: rows.slice(0, LIMITS.expectedShown).map(present),
    counts: { total: found.length, missing: found.filter(isMissing).length },
  }
}

function compareSteps(left: readonly number[], right: readonly number[]): number {
  for (const [at, step] of left.entries()) {
    const other = right[at]
    if (other === undefined) return 1
    if (step !== other) return step - other
  }
  return left.length - right.length
}
