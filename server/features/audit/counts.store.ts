import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** `day` is `YYYY-MM-DD` in the room's time zone; `userId` 0 means no member. */
export interface DayCount {
  readonly day: string
  readonly userId: number
  readonly kind: string
  readonly entries: number
  readonly superseded: number
}

export interface ItemCount {
  readonly itemId: number
  readonly day: string
  readonly userId: number
  readonly views: number
  readonly prints: number
  readonly downloads: number
  readonly seconds: number
}

export interface PageTime {
  readonly itemId: number
  readonly userId: number
  readonly page: number
  readonly seconds: number
}

/** Each list must contain a row only once. */
export async function addCounts(
  tx: Tx,
  roomId: number,
  {
    days,
    items,
    pages,
  }: { days: readonly DayCount[]; items: readonly ItemCount[]; pages: readonly PageTime[] },
): Promise<void> {
  const json = (rows: readonly object[]) => JSON.stringify(rows)
  await sql`
    insert into activity_days (room_id, day, user_id, kind, entries, folded)
    select ${roomId}::bigint, day, "userId", kind, entries, superseded
    from json_to_recordset(${json(days)}::json) as added (day date, "userId" bigint, kind text, entries int, superseded int)
    on conflict (room_id, day, user_id, kind) do update set
      entries = activity_days.entries + excluded.entries, folded = activity_days.folded + excluded.folded
  `.execute(tx)
  if (items.length > 0)
    await sql`
      insert into activity_items (room_id, item_id, day, user_id, views, prints, downloads, seconds)
      select ${roomId}::bigint, "itemId", day, "userId", views, prints, downloads, seconds
      from json_to_recordset(${json(items)}::json)
        as added ("itemId" bigint, day date, "userId" bigint, views int, prints int, downloads int, seconds real)
      on conflict (room_id, item_id, day, user_id) do update set
        views = activity_items.views + excluded.views,
        prints = activity_items.prints + excluded.prints,
        downloads = activity_items.downloads + excluded.downloads,
        seconds = activity_items.seconds + excluded.seconds
    `.execute(tx)
  if (pages.length > 0)
    await sql`
      insert into activity_pages (room_id, item_id, user_id, page, seconds)
      select ${roomId}::bigint, "itemId", "userId", page, seconds
      from json_to_recordset(${json(pages)}::json) as added ("itemId" bigint, "userId" bigint, page int, seconds real)
      on conflict (room_id, item_id, user_id, page) do update set seconds = activity_pages.seconds + excluded.seconds
    `.execute(tx)
}
