import type { Item } from '../../../../contract/features/documents.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ItemRow } from '../documents.read.ts'
import { findMarkFacts, findPersonal, marksFrom } from './marks.read.ts'
import { findViewpoint, gainedAt } from './viewpoint.read.ts'

type Marks = Pick<Item, 'isNew' | 'isUpdated' | 'favourite'>

export type NewsMarks = Omit<Marks, 'favourite'>

const NONE: Marks = { isNew: false, isUpdated: false, favourite: false }

/** Viewing as another person shows none. @param known the rows' news, if found */
export async function findPersonalMarks(
  db: Queryable,
  actor: Actor,
  rows: readonly ItemRow[],
  known?: ReadonlyMap<number, NewsMarks>,
): Promise<(itemId: number) => Marks> {
  if (actor.viewAs || rows.length === 0) return () => NONE
  const { favourites, mayGain } = await findPersonal(
    db,
    actor,
    rows.map(({ id }) => id),
  )
  const documents = rows.filter(({ folder }) => !folder)
  const news = known ?? (await findNews(db, actor, documents, mayGain))
  return (itemId) => ({ ...NONE, ...news.get(itemId), favourite: favourites.has(itemId) })
}

async function findNews(
  db: Queryable,
  actor: Actor,
  documents: readonly ItemRow[],
  mayGain: boolean,
): Promise<ReadonlyMap<number, NewsMarks>> {
  const visitMs = actor.lastVisitAt?.getTime()
  if (visitMs === undefined) return new Map()
  const changed = documents.filter(({ news_ms }) => !actor.group || Number(news_ms) > visitMs)
  if (changed.length === 0 && !mayGain) return new Map()
  const viewpoint = await findViewpoint(db, actor)
  if (!viewpoint) return new Map()
  const gained = documents.filter((row) => gainedAt(viewpoint, row) !== '')
  const idsOf = (some: readonly ItemRow[]) => some.map(({ id }) => id)
  const candidates = [...new Set([...changed, ...gained])]
  if (candidates.length === 0) return new Map()
  const facts = await findMarkFacts(db, viewpoint, idsOf(candidates))
  return new Map(facts.map((each) => [each.id, marksFrom(each, viewpoint)]))
}
