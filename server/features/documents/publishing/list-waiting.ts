import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { BesideIn } from '../../../../contract/core/operation.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import type { staged } from '../../../../contract/features/publishing.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { countVisible } from '../../../access/levels.read.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { pathOf, presentItem } from '../documents.present.ts'
import { findFolderNames, placeOf } from '../documents.read.ts'
import { findPersonalMarks } from '../news/personal-marks.ts'
import { itemNumbers } from '../numbering/item-numbers.ts'
import { findSubmissionMarks } from '../submissions/submission-marks.ts'
import { countWaiting, findWaiting } from './publishing.read.ts'

const cursorShape = z.tuple([z.int().positive()])

/** @throws Refusal BAD_REQUEST for an invalid cursor */
export async function listWaiting(
  { database: { db } }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { cursor, limit = LIMITS.listDefault }: z.output<(typeof staged)['query']>,
): Promise<Reply<Item[], BesideIn<typeof staged>>> {
  const scope = visibleItems(actor)
  const before = cursor === undefined ? undefined : decodeCursor(cursor, cursorShape)[0]
  const found = await findWaiting(db, scope, { before, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, ({ id }) => encodeCursor([id]))
  const names = await findFolderNames(db, scope, [...new Set(rows.flatMap((row) => row.ancestors))])
  const counts = await countVisible(db, scope, rows.filter((row) => row.folder).map(placeOf))
  const numbers = await itemNumbers(db, scope, rows)
  const marksOf = await findSubmissionMarks(db, actor, rows)
  const personalOf = await findPersonalMarks(db, actor, rows)
  const payload = rows.map((row) => {
    const { folders = 0, files = 0 } = counts.get(row.id) ?? {}
    const folderCount = row.folder ? folders : undefined
    return presentItem(actor, row, {
      path: pathOf(row, names),
      itemCount: folders + files,
      folderCount,
      index: numbers.get(row.id),
      ...marksOf(row.id),
      ...personalOf(row.id),
    })
  })
  return { payload, nextCursor, ...(await countWaiting(db, actor.roomId)) }
}
