import { sql } from 'kysely'
import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Position } from '../documents.read.ts'

/** Each head costs some hundredths of a millisecond. */
const HEADS = 200
/** The index is slow for large heads. */
const FIRST = 100

/**
 * Names of a head share two characters.
 * @returns the position before the next possible match, 'none' at the end, undefined if it takes too long
 */
export async function nextHead(
  db: Queryable,
  scope: VisibleItems,
  folded: string,
  after: Position | undefined,
): Promise<Position | 'none' | undefined> {
  const files = sql`select name_key, id, name_folded from items where room_id = ${scope.roomId} and deleted_at is null and not folder`
  const from =
    after && !after.folder ? sql`and (name_key, id) > (${after.value}, ${after.id})` : sql``
  // A head of one character is a complete name.
  const behind = sql`heads.head || case when char_length(heads.head) < 2 then '' else chr(1114111) end`
  const found = (first: ReturnType<typeof sql>) => sql`
    (exists (select from (${first} order by name_key, id limit ${FIRST}) as first
       where left(first.name_key, 2) = left(next.name_key, 2) and strpos(first.name_folded, ${folded}) > 0)
     or exists (select from items
       where room_id = ${scope.roomId} and deleted_at is null and not folder
         and head_grams(name_key, name_folded) @> keys.grams))`
  const keys = sql`
    (select array_agg(rpad(left(next.name_key, 2), 2, chr(1)) || gram) as grams from unnest(bigrams(${folded})) as gram)`
  const { rows } = await sql<{ name_key: string; id: number; found: boolean; seen: number }>`
    with recursive heads (head, name_key, id, found, seen) as (
      (select left(next.name_key, 2), next.name_key, next.id, ${found(sql`${files} ${from}`)}, 1
       from (${files} ${from} order by name_key, id limit 1) as next cross join lateral ${keys} as keys)
      union all
      select left(next.name_key, 2), next.name_key, next.id,
        ${found(sql`${files} and (name_key, id) >= (next.name_key, next.id)`)}, heads.seen + 1
      from heads
      cross join lateral (${files} and name_key > ${behind} order by name_key, id limit 1) as next
      cross join lateral ${keys} as keys
      where not heads.found and heads.seen < ${HEADS}
    )
    select name_key, id, found, seen from heads order by seen desc limit 1`.execute(db)
  const [last] = rows
  if (!last || (!last.found && last.seen < HEADS)) return 'none'
  return last.found ? { folder: false, value: last.name_key, id: Number(last.id) - 1 } : undefined
}
