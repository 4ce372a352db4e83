import { sql } from 'kysely'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ItemRow } from '../documents.read.ts'
import type { Parent } from '../documents.store.ts'
import { cameSince } from '../publishing/publishing.read.ts'

/** Readers must have seen the item there before. Any later addition, staging or publication makes the answer false. */
export async function wasSeenThere(tx: Tx, item: ItemRow, target: Parent): Promise<boolean> {
  const since = sql`past_places as since where since.held_until > gone.at`
  const { rows } = await sql<{ is_seen: boolean }>`
    select exists (
      select from (
        select parent_id, is_staged, is_deleted, held_until as at from past_places
        where item_id = ${item.id} and is_moved order by held_until desc, id desc limit 1
      ) as gone
      join items as top on top.id = ${item.id}
      where gone.parent_id = ${target.id} and not gone.is_staged and not gone.is_deleted
        and greatest(top.added_at, top.content_at) <= gone.at
        and not exists (select from ${since} and since.item_id = top.id and (since.is_staged or since.is_deleted))
        and not exists (select from ${since} and since.item_id = any(${bigints(target.path)}) and (since.is_staged or since.is_deleted or since.is_moved))
        and not exists (
          select from ${since} and not since.is_staged
            and since.item_id in (select id from items where id = any(${bigints(item.ancestors)}) and staged)
        )
        and not ${cameSince(sql`gone.at`)}
    ) as is_seen`.execute(tx)
  return rows[0]?.is_seen ?? false
}
