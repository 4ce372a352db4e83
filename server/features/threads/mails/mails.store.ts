import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

export async function markReminded(tx: Tx, threadIds: readonly string[]): Promise<void> {
  await sql`update threads set due_reminded = due where id = any(${[...threadIds]}::uuid[])`.execute(
    tx,
  )
}

export async function markGroupReminded(tx: Tx, groupId: number, mark: string): Promise<void> {
  await sql`update groups set questions_reminded = ${mark} where id = ${groupId}`.execute(tx)
}

/** False if the digest of the day, in the zone of the room, was already marked. */
export async function markDigest(tx: Tx, memberId: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update members set digest_on = (${at}::timestamptz at time zone rooms.zone)::date from rooms
    where members.id = ${memberId} and rooms.id = members.room_id
      and members.digest_on is distinct from (${at}::timestamptz at time zone rooms.zone)::date
    returning members.id
  `.execute(tx)
  return rows.length > 0
}
