import type { Item } from '../../../../contract/features/documents.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { countVisible } from '../../../access/levels.read.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { pathOf, presentItem } from '../documents.present.ts'
import { findFolderNames, findVisible, placeOf } from '../documents.read.ts'
import { itemNumbers } from '../numbering/item-numbers.ts'
import { findSubmissionMarks } from '../submissions/submission-marks.ts'
import { findPersonalMarks, type NewsMarks } from './personal-marks.ts'

export async function presentVisible(
  db: Queryable,
  actor: Actor,
  itemIds: readonly number[],
  known?: ReadonlyMap<number, NewsMarks>,
): Promise<ReadonlyMap<number, Item>> {
  const scope = visibleItems(actor)
  const rows = itemIds.length === 0 ? [] : await findVisible(db, scope, itemIds)
  const [names, counts, numbers, submissionOf, marksOf] = await Promise.all([
    findFolderNames(db, scope, [...new Set(rows.flatMap((row) => row.ancestors))]),
    countVisible(db, scope, rows.filter((row) => row.folder).map(placeOf)),
    itemNumbers(db, scope, rows),
    findSubmissionMarks(db, actor, rows),
    findPersonalMarks(db, actor, rows, known),
  ])
  const present = rows.map((row) => {
    const { folders = 0, files = 0 } = counts.get(row.id) ?? {}
    const inside = { itemCount: folders + files, folderCount: row.folder ? folders : undefined }
    return presentItem(actor, row, {
      path: pathOf(row, names),
      index: numbers.get(row.id),
      ...inside,
      ...submissionOf(row.id),
      ...marksOf(row.id),
    })
  })
  return new Map(present.map((item) => [item.id, item]))
}
