import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'

export async function findLastVersion(db: Queryable, roomId: number): Promise<number> {
  const { last } = await db
    .withTables<DocumentTables>()
    .selectFrom('file_versions')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

export interface Arrival {
  readonly id: number
  readonly room_id: number
  readonly name: string
  readonly ancestors: readonly number[]
  readonly replaced: boolean
  readonly uploaders: readonly (number | null)[]
}

/** Skips copied, restored, deleted and staged items. The caller checks access. */
export async function findArrivals(
  db: Queryable,
  roomId: number,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`
    select items.id, items.room_id, items.name, items.ancestors, min(version.number) > 1 as replaced,
      array_agg(distinct version.created_by) as uploaders
    from file_versions version join items on items.id = version.item_id
    where version.room_id = ${roomId} and version.id > ${after} and version.id <= ${upTo} and not version.copied
      and not version.staged and version.published_at is null and items.deleted_at is null
      and (items.published_at is null or items.published_at <= version.created_at)
    group by items.id
    order by min(version.id)
  `.execute(db)
  return rows
}
