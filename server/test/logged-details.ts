import type { RoomKeyring } from '../features/rooms/index.ts'
import type { Database } from '../platform/db/connect.ts'

/** What the log of a room holds of a kind, opened, oldest first. */
export async function loggedDetails(database: Database, keyring: RoomKeyring, roomId: number, kind: string): Promise<unknown[]> {
  const { rows } = await database.pool.query('select id, sealed from activity_entries where room_id = $1 and kind = $2 order by id', [
    roomId,
    kind,
  ])
  const opened = rows.map(async ({ id, sealed }: { id: string; sealed: Buffer }) => {
    const bytes = await keyring.retention.open(database.db, roomId, `activity:${id}`, sealed)
    return (JSON.parse(bytes.toString()) as { details: unknown }).details
  })
  return Promise.all(opened)
}
