import { type RawBuilder, sql } from 'kysely'
import type { ItemPlace } from '../../access/grants.read.ts'
import type { GroupAccess } from '../../access/group-access.ts'
import { type ChangedLevels, levelOf, levelWith } from '../../access/levels.read.ts'
import { bigints } from '../../platform/db/bigints.ts'
import type { Queryable } from '../../platform/db/database.ts'

export interface Compared {
  readonly roomId: number
  readonly before: GroupAccess
  readonly after: GroupAccess
  readonly changed: ChangedLevels
  readonly below: readonly ItemPlace[] | 'all'
}

export interface Effect {
  /** The count exceeds the limit by one if more documents exist. */
  readonly documents: number
  readonly shown: number
  readonly hidden: number
  readonly changed: number
}

const isBelow = (places: Compared['below']): RawBuilder<boolean> =>
  places === 'all'
    ? sql`true`
    : sql`(${sql.join(
        places.map(({ id, ancestors, folder }) =>
          folder
            ? sql`(items.ancestors >= ${bigints([...ancestors, id])} and items.ancestors < ${bigints([...ancestors, id + 1])})`
            : sql`items.id = ${id}`,
        ),
        sql` or `,
      )})`

export async function countEffect(
  db: Queryable,
  { roomId, before, after, changed, below }: Compared,
  limit: number,
): Promise<Effect> {
  const { rows } = await sql<Effect>`
    select count(*)::int as documents,
      count(*) filter (where was = 0 and becomes > 0)::int as shown,
      count(*) filter (where was > 0 and becomes = 0)::int as hidden,
      count(*) filter (where was > 0 and becomes > 0 and was <> becomes)::int as changed
    from (
      select ${levelOf({ roomId, group: before })} as was, ${levelWith(after, changed)} as becomes from items
      where items.room_id = ${roomId} and items.deleted_at is null and not items.folder and ${isBelow(below)}
      limit ${limit + 1}
    ) as compared`.execute(db)
  return rows[0] ?? { documents: 0, shown: 0, hidden: 0, changed: 0 }
}
