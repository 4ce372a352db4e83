import { sql } from 'kysely'
import { foldName } from '../../../../contract/core/name-key.ts'
import { hasInitials, initialsOf, namePattern } from '../../../../contract/core/name-match.ts'
import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import {
  type ItemPageQuery,
  type ItemRow,
  inOrder,
  inScope,
  type Position,
  paged,
  range,
  visible,
} from '../documents.read.ts'
import { filtered, type ItemFilter } from './item-filter.read.ts'
import { nextHead } from './search-heads.read.ts'

/** The walk fills a page if one name in twenty matches. */
const STEPS_PER_ROW = 20
const LEAPS = 4
/** After a leap, a lookup follows if under a tenth of a page matches. */
const STEPS_OF_LEAP = 5
const LEAST_HITS = 10

export async function searchNames(
  db: Queryable,
  scope: VisibleItems,
  { keyword, ...filter }: { readonly keyword: string } & ItemFilter,
  page: ItemPageQuery,
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

/** Numbered names contain all pairs of digits. */
const isLeapt = (folded: string, { folder, page }: Range): boolean =>
  !folder &&
  page.sort === 'name' &&
  page.until === undefined &&
  !hasInitials(folded) &&
  [...folded].length > 1 &&
  !/\d{4}/.test(folded)

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
    const window = {
      ...wanted,
      page,
      limit: wanted.limit - found.length,
      steps: wanted.limit * STEPS_OF_LEAP,
    }
    const hits = await walk(db, scope, folded, window)
    found.push(...hits)
    if (found.length === wanted.limit) return found
    after = await endOfWalk(db, scope, window)
    if (after && hits.length * LEAST_HITS < wanted.limit) return undefined
  }
  return after ? undefined : found
}

async function endOfWalk(
  db: Queryable,
  scope: VisibleItems,
  { folder, page, steps }: Range,
): Promise<Position | undefined> {
  const names = range(
    inScope(db, scope).select(['items.id', 'items.name_key']),
    folder,
    page,
    1,
  ).offset(steps - 1)
  const row = await names.executeTakeFirst()
  return row && { folder, value: row.name_key, id: row.id }
}

interface Range {
  readonly filter: ItemFilter
  readonly folder: boolean
  readonly page: ItemPageQuery
  readonly limit: number
  readonly steps: number
}

/** Limited reading may miss names. */
async function walk(
  db: Queryable,
  scope: VisibleItems,
  folded: string,
  { filter, folder, page, limit, steps }: Range,
): Promise<ItemRow[]> {
  const next = range(
    inScope(db, scope).select(['items.id', 'items.name_folded']),
    folder,
    page,
    steps,
  )
  const hits = db
    .selectFrom(next.as('next'))
    .select('next.id')
    .where(nameHas(sql.ref('next.name_folded'), folded))
  const found = filtered(visible(db, scope), filter).where(
    sql<boolean>`items.id = any(array(${hits}))`,
  )
  return inOrder(found, page.sort).limit(limit).execute()
}

async function lookUp(
  db: Queryable,
  scope: VisibleItems,
  folded: string,
  { filter, folder, page, limit }: Range,
): Promise<ItemRow[]> {
  const isByInitials = hasInitials(folded)
  const wanted = isByInitials ? initialsOf(folded) : folded
  const grams = [...wanted].length < 2 ? sql`array[${wanted}]::text[]` : sql`bigrams(${wanted})`
  const known = isByInitials
    ? sql`grams(initials(items.name_folded))`
    : sql`grams(items.name_folded)`
  const hits = filtered(visible(db, scope), filter)
    .where(sql<boolean>`${known} @> ${grams}`)
    .where(itemNameHas(folded))
  return range(hits, folder, page, limit).execute()
}

const nameHas = (name: ReturnType<typeof sql.ref>, folded: string) =>
  hasInitials(folded)
    ? sql<boolean>`${name} ~ ${namePattern(folded)}`
    : sql<boolean>`strpos(${name}, ${folded}) > 0`

export const itemNameHas = (folded: string) => nameHas(sql.ref('items.name_folded'), folded)
