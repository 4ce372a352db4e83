import type { Item } from '../../../../contract/features/documents.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ItemRow } from '../documents.read.ts'
import { findFavouriteIds, findMarkFacts, marksFrom } from './marks.read.ts'
import { findViewpoint, gainedAt } from './viewpoint.read.ts'

type Marks = Pick<Item, 'isNew' | 'isUpdated' | 'favourite'>

const NONE: Marks = { isNew: false, isUpdated: false, favourite: false }

/** What rows say to the person alone. A view as another person shows nobody's marks. */
export async function findPersonalMarks(db: Queryable, actor: Actor, rows: readonly ItemRow[]): Promise<(itemId: number) => Marks> {
  if (actor.viewAs || rows.length === 0) return () => NONE
  const favourites = await findFavouriteIds(
    db,
    actor.memberId,
    rows.map(({ id }) => id),
  )
  const news = await findNews(
    db,
    actor,
    rows.filter(({ folder }) => !folder),
  )
  return (itemId) => ({ ...NONE, ...news.get(itemId), favourite: favourites.has(itemId) })
}

async function findNews(
  db: Queryable,
  actor: Actor,
  documents: readonly ItemRow[],
): Promise<ReadonlyMap<number, Omit<Marks, 'favourite'>>> {
  const viewpoint = documents.length === 0 ? undefined : await findViewpoint(db, actor)
  if (!viewpoint) return new Map()
  const gained = documents.filter((row) => gainedAt(viewpoint, row) !== '')
  const idsOf = (some: readonly ItemRow[]) => some.map(({ id }) => id)
  const facts = await findMarkFacts(db, viewpoint, idsOf(documents), idsOf(gained))
  return new Map(facts.map((each) => [each.id, marksFrom(each, viewpoint)]))
}
