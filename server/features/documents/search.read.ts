import { sql } from 'kysely'
import { foldName } from '../../../contract/core/name-key.ts'
import { hasInitials, initialsOf, namePattern } from '../../../contract/core/name-match.ts'
import type { VisibleItems } from '../../access/items.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type ItemRow, inOrder, inScope, type Page, paged, range, visible } from './documents.read.ts'
import { filtered, type ItemFilter } from './item-filter.read.ts'

/**
 * Names that are looked at in the order of the list before the index of characters is asked. It fills a page where at least one name in
 * twenty or so is a hit; what fewer have is read and sorted as a whole.
 */
const STEPS_PER_ROW = 20

/** Items of the whole room whose name contains the keyword, literally but for initial consonants, which stand for their syllables. */
export async function searchNames(
  db: Queryable,
  scope: VisibleItems,
  { keyword, ...filter }: { readonly keyword: string } & ItemFilter,
  page: Page,
): Promise<ItemRow[]> {
  const folded = foldName(keyword)
  return paged(page, async (folder, limit) => {
    const along = await walk(db, scope, folded, { filter, folder, page, limit })
    return along.length === limit ? along : lookUp(db, scope, folded, { filter, folder, page, limit })
  })
}

interface Range {
  readonly filter: ItemFilter
  readonly folder: boolean
  readonly page: Page
  readonly limit: number
}

/** The first hits among the next names of the list: all that are wanted, or fewer than there may be. */
async function walk(db: Queryable, scope: VisibleItems, folded: string, { filter, folder, page, limit }: Range): Promise<ItemRow[]> {
  const next = range(inScope(db, scope).select(['items.id', 'items.name_folded']), folder, page, limit * STEPS_PER_ROW)
  const hits = db
    .selectFrom(next.as('next'))
    .select('next.id')
    .where(nameHas(sql.ref('next.name_folded'), folded))
  // As an array they are found before anything else is planned around them.
  const found = filtered(visible(db, scope), filter).where(sql<boolean>`items.id = any(array(${hits}))`)
  return inOrder(found, page.sort).limit(limit).execute()
}

/** All hits by the index of characters and their pairs, sorted. */
async function lookUp(db: Queryable, scope: VisibleItems, folded: string, { filter, folder, page, limit }: Range): Promise<ItemRow[]> {
  const isByInitials = hasInitials(folded)
  const wanted = isByInitials ? initialsOf(folded) : folded
  const grams = [...wanted].length < 2 ? sql`array[${wanted}]::text[]` : sql`bigrams(${wanted})`
  const known = isByInitials ? sql`grams(initials(items.name_folded))` : sql`grams(items.name_folded)`
  const hits = filtered(visible(db, scope), filter)
    .where(sql<boolean>`${known} @> ${grams}`)
    .where(nameHas(sql.ref('items.name_folded'), folded))
  return range(hits, folder, page, limit).execute()
}

/** Whether a name has the words, literally but for initial consonants. */
export const nameHas = (name: ReturnType<typeof sql.ref>, folded: string) =>
  hasInitials(folded) ? sql<boolean>`${name} ~ ${namePattern(folded)}` : sql<boolean>`strpos(${name}, ${folded}) > 0`
