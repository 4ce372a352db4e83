import { LIMITS } from '../../../../contract/core/limits.ts'
import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { cutPage } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  findItem,
  type ItemRow,
  listFolder,
  placeOf,
  positionOfItem,
  rootOf,
} from '../documents.read.ts'
import { cursorAt, positionOf } from '../listing/cursor.ts'
import { searchNames } from '../listing/search.read.ts'

interface ChildrenPage {
  readonly cursor: string | undefined
  readonly limit: number | undefined
}

/** Parent 0 is the root. @throws Refusal NOT_FOUND without a visible folder */
export async function childrenOf(
  db: Queryable,
  scope: VisibleItems,
  parent: number,
  { cursor, limit = LIMITS.listDefault }: ChildrenPage,
): Promise<{ readonly rows: readonly ItemRow[]; readonly nextCursor: string | undefined }> {
  const folder = parent === 0 ? undefined : await findItem(db, scope, parent)
  if (parent !== 0 && !folder?.folder) throw new Refusal('NOT_FOUND')
  const after = cursor === undefined ? undefined : positionOf(cursor, 'name')
  const page = { sort: 'name', after, limit: limit + 1 } as const
  const found = await listFolder(db, scope, folder ? placeOf(folder) : rootOf(scope), page)
  return cutPage(found, limit, (last) => cursorAt(positionOfItem(last, 'name'), 'name'))
}

export async function itemsNamed(
  db: Queryable,
  scope: VisibleItems,
  keyword: string,
  { cursor, limit = LIMITS.listDefault }: ChildrenPage,
): Promise<{ readonly rows: readonly ItemRow[]; readonly nextCursor: string | undefined }> {
  const after = cursor === undefined ? undefined : positionOf(cursor, 'name')
  const found = await searchNames(db, scope, { keyword }, { sort: 'name', after, limit: limit + 1 })
  return cutPage(found, limit, (last) => cursorAt(positionOfItem(last, 'name'), 'name'))
}
