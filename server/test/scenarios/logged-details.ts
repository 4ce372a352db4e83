import type { ViewedAs } from '../../../contract/proof/log-entry.ts'
import type { RoomKeyring } from '../../features/rooms/index.ts'
import type { Database } from '../../platform/db/connect.ts'

interface LoggedEntry {
  readonly doer: { readonly name: string; readonly email: string }
  readonly viewAs?: ViewedAs
  readonly details: unknown
}

export async function loggedEntries(
  database: Database,
  keyring: RoomKeyring,
  roomId: number,
  kind: string,
): Promise<LoggedEntry[]> {
  const { rows } = await database.pool.query(
    'select id, sealed from activity_entries where room_id = $1 and kind = $2 order by id',
    [roomId, kind],
  )
  const opened = rows.map(async ({ id, sealed: encrypted }: { id: string; sealed: Buffer }) => {
    const bytes = await keyring.retention.open(database.db, roomId, `activity:${id}`, encrypted)
    const { salt: _, ...entry } = JSON.parse(bytes.toString()) as LoggedEntry & {
      readonly salt: string
    }
    return entry
  })
  return Promise.all(opened)
}

export async function loggedDetails(
  database: Database,
  keyring: RoomKeyring,
  roomId: number,
  kind: string,
): Promise<unknown[]> {
  return (await loggedEntries(database, keyring, roomId, kind)).map(({ details }) => details)
}
