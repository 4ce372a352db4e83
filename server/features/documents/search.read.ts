import { sql } from 'kysely'
import { foldName } from '../../../contract/core/name-key.ts'
import { hasInitials, initialsOf, namePattern } from '../../../contract/core/name-match.ts'
import type { VisibleItems } from '../../access/items.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type ItemRow, inOrder, inScope, type Page, type Position, paged, range, visible } from './documents.read.ts'
import { filtered, type ItemFilter } from './item-filter.read.ts'
import { nextHead } from './search-heads.read.ts'

/**
 * Names that are looked at in the order of the list before the index of characters is asked. It fills a page where at least one name in
 * twenty or so is a hit; what fewer have is read and sorted as a whole.
 */
const STEPS_PER_ROW = 20
/** Heads of names at which the walk goes on before all hits are looked up instead. */
const LEAPS = 4
/** Names that are looked at there for each row, and the share of a page, as its divisor, that has to be found for the next leap. */
const STEPS_OF_LEAP = 5
const LEAST_HITS = 10

/** Items of the whole room whose name contains the keyword, literally but for initial consonants, which stand for their syllables. */
export async function searchNames(
  db: Queryable,
  scope: VisibleItems,
  { keyword, ...filter }: { readonly keyword: string } & ItemFilter,
  page: Page,
): Promise<ItemRow[]> {
  const folded = foldName(keyword)
  return paged(page, async (folder, limit) => {
    const wanted = { filter, folder, page, limit, steps: limit * STEPS_PER_ROW }
    const along = await walk(db, scope, folded, wanted)
    if (along.length === limit) return along
    const leapt = isLeapt(folded, wanted) ? await leap(db, scope, folded, wanted, along) : undefined
    return leapt ?? lookUp(db, scope, folded, wanted)
  })
}

/** Heads tell by pairs of characters, and nothing of long numbers: among names that are numbered on, all heads have all pairs of digits. */
const isLeapt = (folded: string, { folder, page }: Range): boolean =>
  !folder && page.sort === 'name' && page.until === undefined && !hasInitials(folded) && [...folded].length > 1 && !/\d{4}/.test(folded)

/**
 * Goes on behind a walk, from one head of which names may have it to the next; undefined unless most of them have, since hits so far apart
 * are better looked up.
 */
async function leap(
  db: Queryable,
  scope: VisibleItems,
  folded: string,
  wanted: Range,
  along: readonly ItemRow[],
): Promise<ItemRow[] | undefined> {
  const found = [...along]
  let after = await endOfWalk(db, scope, wanted)
  for (let leaps = 0; after && leaps < LEAPS; leaps += 1) {
    const next = await nextHead(db, scope, folded, after)
    if (next === undefined) return undefined
    if (next === 'none') return found
    const page = { ...wanted.page, after: next }
    const window = { ...wanted, page, limit: wanted.limit - found.length, steps: wanted.limit * STEPS_OF_LEAP }
    const hits = await walk(db, scope, folded, window)
    found.push(...hits)
    if (found.length === wanted.limit) return found
    after = await endOfWalk(db, scope, window)
    if (after && hits.length * LEAST_HITS < wanted.limit) return undefined
  }
  return after ? undefined : found
}

/** The last of the names that a walk looked at; undefined where it came to the end of the list. */
async function endOfWalk(db: Queryable, scope: VisibleItems, { folder, page, steps }: Range): Promise<Position | undefined> {
  const names = range(inScope(db, scope).select(['items.id', 'items.name_key']), folder, page, 1).offset(steps - 1)
  const row = await names.executeTakeFirst()
  return row && { folder, value: row.name_key, id: row.id }
}

interface Range {
  readonly filter: ItemFilter
  readonly folder: boolean
  readonly page: Page
  readonly limit: number
  /** Names that a walk looks at. */
  readonly steps: number
}

/** The first hits among the next names of the list: all that are wanted, or fewer than there may be. */
async function walk(db: Queryable, scope: VisibleItems, folded: string, { filter, folder, page, limit, steps }: Range): Promise<ItemRow[]> {
  const next = range(inScope(db, scope).select(['items.id', 'items.name_folded']), folder, page, steps)
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
