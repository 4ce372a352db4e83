import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { BesideIn } from '../../../../contract/core/operation.ts'
import type { Item, list } from '../../../../contract/features/documents.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { countVisible, type FolderCounts } from '../../../access/levels.read.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { cutPage } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { pathOf, presentItem } from '../documents.present.ts'
import {
  findFolderNames,
  findItem,
  listFolder,
  placeOf,
  positionOfItem,
  rootOf,
} from '../documents.read.ts'
import { countExpected } from '../expected/expected.read.ts'
import { findPersonalMarks } from '../news/personal-marks.ts'
import { isIndexSort, listByIndex } from '../numbering/index-list.read.ts'
import { findCounting, findIndexes, sortOf } from '../numbering/numbering.read.ts'
import { stagesUploads } from '../publishing/publishing.read.ts'
import { findSubmissionMarks } from '../submissions/submission-marks.ts'
import { cursorAt, positionOf } from './cursor.ts'
import { findNamed } from './find-named.ts'
import { isFiltering } from './item-filter.read.ts'
import { readFilter } from './item-filter.ts'

type ListItemsInput = z.output<(typeof list)['body']>
type Listing = Reply<Item[], BesideIn<typeof list>>

/** The protocol fixes this text. */
const NOTHING = 'No value present'

const NONE: FolderCounts = { folders: 0, files: 0 }

/** @throws Refusal NOT_FOUND */
export async function listItems(
  { database }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  query: ListItemsInput,
): Promise<Listing> {
  const { db } = database
  const scope = visibleItems(actor)
  const counting = await findCounting(db, scope)
  const isSearch = query.keword.trim() !== ''
  const sort = sortOf(query.sort, isSearch ? undefined : counting)
  const limit = query.limit ?? LIMITS.listDefault
  const after = query.cursor === undefined ? undefined : positionOf(query.cursor, sort)
  const keyword = query.keword.trim()
  const filter = await readFilter(db, scope, query)
  if (!isSearch && isFiltering(filter)) throw new Refusal('BAD_REQUEST')
  const parent = query.parent === 0 ? undefined : await findItem(db, scope, query.parent)
  if (query.parent !== 0 && !parent?.folder) throw new Refusal('NOT_FOUND')

  const folder = parent ? placeOf(parent) : rootOf(scope)
  const isFirst = !isSearch && !after
  const until = query.until === undefined ? undefined : positionOf(query.until, sort)
  const page = { after, until, limit: limit + 1 }
  const found = await (isIndexSort(sort)
    ? listByIndex(db, scope, folder, { sort, ...page })
    : isSearch
      ? findNamed(db, scope, counting, { keyword, ...filter }, { sort, ...page })
      : listFolder(db, scope, folder, { sort, ...page }))
  const { rows, nextCursor } = cutPage(found, limit, (last) =>
    cursorAt(
      isIndexSort(sort)
        ? { folder: last.folder, value: Number(after?.value ?? 0) + limit, id: last.id }
        : positionOfItem(last, sort),
      sort,
    ),
  )
  const path = isSearch || !parent ? [] : [...parent.ancestors, parent.id]
  const numbered = [...rows, ...(parent && !isSearch ? [parent] : [])]
  const indexes = await findIndexes(db, scope, counting, numbered, isSearch ? undefined : folder)
  const names = await findFolderNames(db, scope, [
    ...new Set([...path, ...rows.flatMap((row) => row.ancestors)]),
  ])
  const folders = rows.filter((row) => row.folder).map(placeOf)
  const counts = await countVisible(db, scope, isFirst ? [folder, ...folders] : folders)
  const marksOf = await findSubmissionMarks(db, actor, rows, isFirst ? folder : undefined)
  const personalOf = await findPersonalMarks(db, actor, rows)
  const showsExpected = !scope.group && (isFirst || folders.length > 0)
  const expected = showsExpected ? await countExpected(db, actor.roomId) : undefined
  const countsOf = (folderId: number) => counts.get(folderId) ?? NONE
  return {
    payload: rows.map((row) => {
      const inside = countsOf(row.id)
      const folderCount = row.folder ? inside.folders : undefined
      const itemCount = inside.folders + inside.files
      return presentItem(actor, row, {
        path: pathOf(row, names),
        itemCount,
        folderCount,
        index: indexes.get(row.id),
        expected: row.folder ? expected?.get(row.id) : undefined,
        ...marksOf(row.id),
        ...personalOf(row.id),
      })
    }),
    nextCursor,
    folderPath: path.map((id, depth) => ({
      id,
      parent: path[depth - 1] ?? 0,
      folderName: names.get(id) ?? '',
      ...indexOfStep(indexes, parent, depth),
    })),
    counts: isFirst ? countsOf(query.parent) : undefined,
    stagesUploads:
      isFirst && !scope.group ? await stagesUploads(db, actor.roomId, folder.path) : undefined,
    expected: isFirst ? expected?.get(query.parent) : undefined,
    isDropFolder: isFirst ? marksOf(query.parent).isDropFolder : undefined,
    message: rows.length === 0 ? NOTHING : undefined,
  }
}

function indexOfStep(
  indexes: ReadonlyMap<number, string>,
  parent: { readonly id: number } | undefined,
  depth: number,
) {
  const index = parent && indexes.get(parent.id)
  return index === undefined
    ? {}
    : {
        index: index
          .split('.')
          .slice(0, depth + 1)
          .join('.'),
      }
}
