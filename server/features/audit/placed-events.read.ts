import type { Queryable } from '../../platform/db/database.ts'
import type { ActivityTables } from './audit.tables.ts'

export interface EventPlace {
  /** Numbers start at 0, without gaps. */
  readonly sequence: number
  readonly kind: string
  readonly at: Date
}

const entries = (db: Queryable) => db.withTables<ActivityTables>().selectFrom('activity_entries')

export async function findPlacedEvents(
  db: Queryable,
  roomId: number,
  after: number,
  limit: number,
): Promise<EventPlace[]> {
  const rows = await entries(db)
    .select(['seq', 'kind', 'at'])
    .where('room_id', '=', roomId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(({ seq, kind, at }) => ({ sequence: seq ?? 0, kind, at }))
}

export async function findPlaceOf(
  db: Queryable,
  entryId: number,
): Promise<number | null | undefined> {
  const row = await entries(db).select('seq').where('id', '=', entryId).executeTakeFirst()
  return row?.seq
}
