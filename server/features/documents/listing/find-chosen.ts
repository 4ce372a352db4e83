import type { z } from 'zod'
import type { chosen } from '../../../../contract/features/documents/chosen.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { countVisible } from '../../../access/levels.read.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { pathOf, presentItem } from '../documents.present.ts'
import { findFolderNames, findVisible, placeOf } from '../documents.read.ts'
import { countExpected } from '../expected/expected.read.ts'
import { findPersonalMarks } from '../news/personal-marks.ts'
import { itemNumbers } from '../numbering/item-numbers.ts'
import { findSubmissionMarks } from '../submissions/submission-marks.ts'

type FindChosenInput = z.output<(typeof chosen)['body']>

export async function findChosen(
  { database }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { ids }: FindChosenInput,
): Promise<Item[]> {
  const { db } = database
  const scope = visibleItems(actor)
  const rows = new Map((await findVisible(db, scope, ids)).map((row) => [row.id, row]))
  const found = [...new Set(ids)].flatMap((id) => rows.get(id) ?? [])
  const folders = found.filter(({ folder }) => folder).map(placeOf)
  const names = await findFolderNames(db, scope, [
    ...new Set(found.flatMap(({ ancestors }) => ancestors)),
  ])
  const numbers = await itemNumbers(db, scope, found)
  const counts = await countVisible(db, scope, folders)
  const expected =
    !scope.group && folders.length > 0 ? await countExpected(db, actor.roomId) : undefined
  const marksOf = await findSubmissionMarks(db, actor, found, undefined)
  const personalOf = await findPersonalMarks(db, actor, found)
  return found.map((row) => {
    const { folders: folderCount = 0, files = 0 } = counts.get(row.id) ?? {}
    return presentItem(actor, row, {
      path: pathOf(row, names),
      itemCount: folderCount + files,
      folderCount: row.folder ? folderCount : undefined,
      index: numbers.get(row.id),
      expected: row.folder ? expected?.get(row.id) : undefined,
      ...marksOf(row.id),
      ...personalOf(row.id),
    })
  })
}
