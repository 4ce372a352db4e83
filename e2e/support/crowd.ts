import { Client } from 'pg'
import { nameKey } from '../../contract/core/name-key.ts'
import { readServerNote } from '../../server/platform/config/server-note.ts'
import type { Installation } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'

interface RunningInstallation {
  readonly home: Installation
  readonly pid: number
}

interface Crowd {
  readonly parent: number
  readonly names: readonly string[]
  readonly areFolders?: boolean
}

export async function crowd(
  { home, pid }: RunningInstallation,
  { me }: WireClient,
  { parent, names, areFolders = false }: Crowd,
): Promise<void> {
  const database = new Client({ ...readServerNote(home.dataDir, pid)?.database, ssl: false })
  await database.connect()
  try {
    await database.query(
      `insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_at, created_by)
       select $1, $2, array[$2::bigint], $4, name, name, key, case when $4 then '' else 'pdf' end, gen_random_uuid(),
         case when $4 then 0 else place end, date_trunc('milliseconds', now()), $3
       from unnest($5::text[], $6::text[]) with ordinality as made (name, key, place)`,
      [me.roomId, parent, me.id, areFolders, names, names.map(nameKey)],
    )
    await database.query('analyze items')
  } finally {
    await database.end()
  }
}
